import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns a hash of source files and the version of Node. A build is stale if its hash differs.
 *
 * @param {string} root the project's folder
 * @param {string[]} sources files and folders relative to `root`; their tests, packages, and builds are ignored
 */
export function fingerprint(root, sources) {
  const hash = createHash('sha256').update(process.version)
  for (const file of sources.flatMap((source) => filesIn(root, source))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/**
 * Returns the files of a source in a stable order.
 *
 * @param {string} root
 * @param {string} source a file or a folder
 * @returns {string[]}
 */
function filesIn(root, source) {
  if (!existsSync(join(root, source))) return []
  if (/\.\w+$/.test(source)) return [source]
  return readdirSync(join(root, source), { withFileTypes: true })
    .filter(({ name }) => !/^(node_modules|dist|\..*)$|\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${source}/${entry.name}`
      return entry.isDirectory() ? filesIn(root, path) : [path]
    })
}
