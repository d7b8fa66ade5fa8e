import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprint } from './fingerprint.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The folder of the built Studio. */
export const studioFolder = join(root, 'studio/dist')

/** Sources of all builds. */
const shared = ['app', 'site', 'packages/leads', 'packages/kit', 'scripts', 'package-lock.json']

/** Sources of the pages alone. */
const ofPages = ['public', 'remix.config.js', 'tsconfig.base.json', 'vite.config.ts']

/**
 * The sources of each build, and the file in the build with their hash. The file is written when a build is complete, so
 * an interrupted build counts as stale.
 */
const builds = {
  pages: {
    mark: join(root, 'build/pages.hash'),
    sources: [...shared, ...ofPages],
  },
  programs: {
    mark: join(root, 'build/programs.hash'),
    // The programs include the built pages.
    sources: [
      ...[...shared, ...ofPages, 'build/pages.hash'],
      ...['cli', 'packages/content-lake/src', 'office', 'server'],
    ],
  },
  studio: {
    mark: join(studioFolder, '.hash'),
    sources: [
      ...[...shared, 'packages/content-lake/src/studio', 'packages/staff-studio'],
      ...['studio', 'schemas', 'docs/how-to/editors'],
    ],
  },
}

/**
 * Returns whether a build is missing, incomplete, or was made from other sources than the current ones.
 *
 * @param {keyof typeof builds} name
 */
export function isStale(name) {
  const { mark, sources } = builds[name]
  return !existsSync(mark) || readFileSync(mark, 'utf8') !== fingerprint(root, sources)
}

/**
 * Makes a build if it is stale.
 *
 * @param {keyof typeof builds} name
 * @param {() => Promise<void>} build
 * @throws Error if the build fails; then it stays stale
 */
export async function buildIfStale(name, build) {
  if (!isStale(name)) return
  const { mark, sources } = builds[name]
  const hash = fingerprint(root, sources)
  console.error(`Building the ${name === 'studio' ? 'Studio' : name} …`)
  rmSync(mark, { force: true })
  await build()
  writeFileSync(mark, hash)
}
