// Builds the pages and the programs if they are stale: node scripts/build.js
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkBudgets } from './budgets.js'
import { compressFiles } from './compress.js'
import { bundlePrograms } from './programs.js'
import { buildIfStale, isStale } from './stale.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'build')

/**
 * Builds pages and programs that are stale. A site that runs from this folder must be restarted afterwards.
 *
 * @throws Error if a step fails; the step's output shows the reason
 */
export async function buildSite() {
  await buildIfStale('pages', buildPages)
  await buildPrograms()
}

/** Builds the programs if they are stale, which takes a second. */
export const buildPrograms = () =>
  buildIfStale('programs', () => bundlePrograms(folder, !isStale('pages')))

/** Builds compressed pages, stylesheets, and scripts into build/client/ and build/server/. */
async function buildPages() {
  const require = createRequire(import.meta.url)
  const build = spawn(
    process.execPath,
    [require.resolve('@remix-run/dev/dist/cli.js'), 'vite:build', '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } },
  )
  const [code] = await once(build, 'exit')
  if (code !== 0) throw new Error('The build of the pages failed: see the output above')
  checkBudgets(join(folder, 'client'))
  await compressFiles(join(folder, 'client'), 11)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSite().catch(({ message }) => {
    console.error(message)
    process.exit(1)
  })
}
