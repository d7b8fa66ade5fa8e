import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { checkBudgets } from './budgets.js'
import { compressFiles } from './compress.js'
import { fingerprint } from './fingerprint.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const fingerprintFile = join(root, 'build', 'fingerprint')

/** Everything that the built site is made of. */
const sources = [
  'app',
  'lake/src',
  'public',
  'schemas',
  'server',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.base.json',
  'vite.config.ts',
]

/** The programs that `server/run.js` can start, and where each begins. */
const programs = {
  main: 'server/main.ts',
  lake: 'lake/src/cli.ts',
  leads: 'server/leads.ts',
}

/**
 * Builds the site unless the last build was made from exactly these sources.
 *
 * @throws Error when a step fails; its own output says why
 */
export async function buildIfStale() {
  const current = fingerprint(root, sources)
  const built = existsSync(fingerprintFile) ? readFileSync(fingerprintFile, 'utf8') : ''
  if (built === current) return
  console.error('Building the site …')
  await build()
}

/** Builds everything, whatever is there. @throws Error when a step fails */
export async function build() {
  const current = fingerprint(root, sources)
  rmSync(join(root, 'build'), { recursive: true, force: true })
  buildPages()
  checkBudgets(join(root, 'build', 'client'))
  await compressFiles(join(root, 'build', 'client'), 11)
  await bundlePrograms()
  // Written last: a build that was cut short counts as none.
  writeFileSync(fingerprintFile, current)
}

/** Pages, styles and browser scripts: build/client and build/server. */
function buildPages() {
  const require = createRequire(import.meta.url)
  const { status } = spawnSync(
    process.execPath,
    [require.resolve('@remix-run/dev/dist/cli.js'), 'vite:build', '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error('The pages could not be built')
}

/** The process itself: build/main.js and the command-line programs, packages left outside. */
async function bundlePrograms() {
  await bundle({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: 'build',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    packages: 'external',
    alias: { 'embedded-content-lake': './lake/src/index.ts' },
    logLevel: 'warning',
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch(({ message }) => {
    console.error(message)
    process.exit(1)
  })
}
