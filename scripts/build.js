import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkBudgets } from './budgets.js'
import { newBuildFolder, removeFormerBuilds, switchTo } from './builds.js'
import { compressFiles } from './compress.js'
import { fingerprint } from './fingerprint.js'
import { bundlePrograms } from './programs.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const fingerprintFile = join(root, 'build', 'fingerprint')

/** The file of a build that says what its pages were made of. */
const pagesFingerprint = 'fingerprint-of-pages'

/** Everything that the pages are made of. */
const sourcesOfPages = [
  'app',
  'leads',
  'public',
  'runtime',
  'scripts',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.base.json',
  'vite.config.ts',
]

/** Everything that the built site is made of. */
const sources = [...sourcesOfPages, 'cli', 'lake/src', 'server']

/** Whether the build in use was made from other sources than these, or there is none. */
export function isStale() {
  return !existsSync(fingerprintFile) || readFileSync(fingerprintFile, 'utf8') !== current()
}

const current = () => fingerprint(root, sources)

/**
 * Builds the site unless the last build was made from exactly these sources.
 *
 * @throws Error when a step fails; its own output says why
 */
export async function buildIfStale() {
  if (!isStale()) return
  console.error('Building the site …')
  await build()
}

/**
 * Builds everything, whatever is there, into a folder of its own that is used once it is whole. Until
 * then, and when a step fails, the former build stays in use; a site that runs on it keeps it.
 *
 * @throws Error when a step fails
 */
export async function build() {
  const made = current()
  const folder = newBuildFolder(root)
  try {
    await pagesInto(folder)
    await bundlePrograms(join(root, folder))
    // Written last: a build that was cut short counts as none.
    writeFileSync(join(root, folder, 'fingerprint'), made)
    switchTo(root, folder)
  } catch (error) {
    rmSync(join(root, folder), { recursive: true, force: true })
    throw error
  }
  removeFormerBuilds(root)
}

/**
 * Pages, styles and browser scripts, compressed: client/ and server/ in the folder. They are copied from the build in
 * use if that was made from the same: a change of the programs alone then takes two seconds to build, not ten.
 *
 * @param {string} folder
 */
async function pagesInto(folder) {
  const made = fingerprint(root, sourcesOfPages)
  const former = join(root, 'build', pagesFingerprint)
  if (existsSync(former) && readFileSync(former, 'utf8') === made) {
    for (const name of ['client', 'server']) {
      cpSync(join(root, 'build', name), join(root, folder, name), { recursive: true })
    }
  } else {
    await buildPages(folder)
    checkBudgets(join(root, folder, 'client'))
    await compressFiles(join(root, folder, 'client'), 11)
  }
  writeFileSync(join(root, folder, pagesFingerprint), made)
}

/**
 * Pages, styles and browser scripts: client/ and server/ in the folder.
 *
 * @param {string} folder
 */
async function buildPages(folder) {
  const require = createRequire(import.meta.url)
  const build = spawn(
    process.execPath,
    [require.resolve('@remix-run/dev/dist/cli.js'), 'vite:build', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, NODE_ENV: 'production', BUILD_FOLDER: folder },
    },
  )
  const [code] = await once(build, 'exit')
  if (code !== 0) throw new Error('The pages could not be built')
}

/**
 * Where the command-line programs are for these sources: in the build, or, where that is stale, in a
 * folder of their own until this process ends. The site is not built for them: one may be running.
 *
 * @returns {Promise<string>} the folder's name
 */
export async function currentPrograms() {
  if (!isStale()) return 'build'
  const folder = newBuildFolder(root)
  process.on('exit', () => rmSync(join(root, folder), { recursive: true, force: true }))
  await bundlePrograms(join(root, folder))
  return folder
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch(({ message }) => {
    console.error(message)
    process.exit(1)
  })
}
