import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkBudgets } from './budgets.js'
import { activateBuild, newBuildFolder, removeOldBuilds } from './builds.js'
import { compressFiles } from './compress.js'
import { fingerprint } from './fingerprint.js'
import { bundlePrograms } from './programs.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const fingerprintFile = join(root, 'build', 'fingerprint')

/** The file in a build with the fingerprint of the sources of its pages. */
const pagesFingerprint = 'fingerprint-of-pages'

/** The sources of the pages. */
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

/** The sources of the whole build. */
const sources = [...sourcesOfPages, 'cli', 'lake/src', 'server']

/** Returns whether the build is missing, or was built from other sources than the current ones. */
export function isStale() {
  return !existsSync(fingerprintFile) || readFileSync(fingerprintFile, 'utf8') !== current()
}

const current = () => fingerprint(root, sources)

/**
 * Builds the site unless the last build was built from exactly these sources.
 *
 * @throws Error if a step fails; the step's output shows the reason
 */
export async function buildIfStale() {
  if (!isStale()) return
  console.error('Building the site …')
  await build()
}

/**
 * Builds the site into a new folder, and activates it when it is complete. If a step fails, the old build stays
 * active. A running site keeps using the build that it was started with.
 *
 * @throws Error if a step fails
 */
export async function build() {
  const sourcesFingerprint = current()
  const folder = newBuildFolder(root)
  try {
    await pagesInto(folder)
    await bundlePrograms(join(root, folder))
    // Written last: a build without this file is incomplete.
    writeFileSync(join(root, folder, 'fingerprint'), sourcesFingerprint)
    activateBuild(root, folder)
  } catch (error) {
    rmSync(join(root, folder), { recursive: true, force: true })
    throw error
  }
  removeOldBuilds(root)
}

/**
 * Writes compressed pages, stylesheets, and scripts to client/ and server/ in the folder. Copies them from the active
 * build if their sources are unchanged. Then a build after a change of the programs takes two seconds, not ten.
 *
 * @param {string} folder
 */
async function pagesInto(folder) {
  const pagesSources = fingerprint(root, sourcesOfPages)
  const previous = join(root, 'build', pagesFingerprint)
  if (existsSync(previous) && readFileSync(previous, 'utf8') === pagesSources) {
    for (const name of ['client', 'server']) {
      cpSync(join(root, 'build', name), join(root, folder, name), { recursive: true })
    }
  } else {
    await buildPages(folder)
    checkBudgets(join(root, folder, 'client'))
    await compressFiles(join(root, folder, 'client'), 11)
  }
  writeFileSync(join(root, folder, pagesFingerprint), pagesSources)
}

/**
 * Builds pages, stylesheets, and scripts into client/ and server/ in the folder.
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
  if (code !== 0) throw new Error('The build of the pages failed: see the output above')
}

/**
 * Resolves to the name of the folder with the programs of the current sources: the build, or a temporary folder if
 * the build is stale. The temporary folder is removed when this process exits. Does not rebuild the site, which may
 * be running.
 *
 * @returns {Promise<string>}
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
