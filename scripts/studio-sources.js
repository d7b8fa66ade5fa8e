import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The folder of the built Studio. */
export const studioFolder = join(root, 'studio/dist')

/** The file in the built Studio with the hashes of its source files. Files that start with a dot are not served. */
const sourcesFile = '.sources.json'

/** The sources of the Studio besides its modules. */
const others = ['package-lock.json', 'studio/vite.config.ts', 'scripts/build-studio.js']

/** @param {string} file @returns {string | undefined} */
const hashOf = (file) =>
  existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : undefined

/**
 * Returns a Vite plugin that writes the hashes of the project's files that a bundle is built from.
 *
 * @returns {import('vite').Plugin}
 */
export function recordSources(project = root) {
  /** @type {Record<string, string | undefined>} */
  const hashes = Object.fromEntries(others.map((file) => [file, hashOf(join(project, file))]))
  return {
    name: 'record-sources',
    apply: 'build',
    load: {
      order: 'pre',
      handler(id) {
        const file = id.replace(/\?.*$/, '')
        if (!file.startsWith(project) || file.includes('/node_modules/')) return
        hashes[file.slice(project.length)] = hashOf(file)
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: sourcesFile, source: JSON.stringify(hashes) })
    },
  }
}

/** Returns whether the built Studio is missing, or was built from other sources than the current ones. */
export function studioIsStale(folder = studioFolder, project = root) {
  const file = join(folder, sourcesFile)
  if (!existsSync(file)) return true
  const hashes = Object.entries(JSON.parse(readFileSync(file, 'utf8')))
  return hashes.some(([source, hash]) => hashOf(join(project, source)) !== hash)
}
