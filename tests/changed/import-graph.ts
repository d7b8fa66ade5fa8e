import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '../../server/root.ts'

/** The paths of files that each file needs when it runs. Paths are relative to the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Imports that are left out when a program runs. */
const typeImport = /^(?:import|export) type [^'"]*['"][^'"]+['"]/gm

/** The addresses of other files: of `import`, `import()`, and `new URL('./program.ts', import.meta.url)`. */
const address = /(?<=['"])(?:\.{1,2}\/|[a-z][\w-]*)[^'"\s]*(?=['"])/g

/**
 * Reads which files need which others. Every quoted address that leads to a file counts.
 *
 * @param removed files that are gone, but may still be named
 */
export function readImportGraph(removed: readonly string[] = []): ImportGraph {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = new Set([...listed.split('\n').filter(Boolean), ...removed])
  const inWorkspaces = readWorkspaces()
  return new Map(
    [...files]
      .filter((file) => /\.([tj]sx?|css)$/.test(file) && existsSync(join(root, file)))
      .map((file) => {
        const text = readFileSync(join(root, file), 'utf8').replace(typeImport, '')
        const found = [...text.matchAll(address)]
          .map(([to]) => (to.startsWith('.') ? join(dirname(file), to) : inWorkspaces(to)))
          .map((path) => path && normalize(path).replace(/\?.*/, ''))
        return [file, [...new Set(found)].filter((path) => path !== undefined && files.has(path))]
      }),
  ) as ImportGraph
}

/** Returns what resolves the address of a module in a workspace by the `exports` of its package. */
function readWorkspaces(): (address: string) => string | undefined {
  const { workspaces } = readPackage('.') as { workspaces: string[] }
  const exported = workspaces.flatMap((folder) => {
    const { name, exports = {} } = readPackage(folder) as {
      name: string
      exports?: Record<string, string>
    }
    return Object.entries(exports).map(
      ([from, to]) => [join(name, from).split('*'), join(folder, to)] as const,
    )
  })
  return (address) => {
    for (const [[start = '', end], to] of exported) {
      if (end === undefined ? address === start : address.startsWith(start)) {
        return to.replace('*', address.slice(start.length))
      }
    }
    return undefined
  }
}

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as object

/**
 * Returns the files that need one of some files, those themselves included, and how far they are from it: 0 for
 * themselves, 1 where they import it.
 *
 * @param ends files behind which is too much to say anything: what needs them is left out
 */
export function dependentsOf(
  changed: readonly string[],
  graph: ImportGraph,
  ends: readonly string[],
): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph) {
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), file])
  }
  const distances = new Map(changed.map((file) => [file, 0]))
  for (const [file, distance] of distances) {
    if (distance > 0 && ends.includes(file)) continue
    // A map goes through what is added meanwhile, in that order: the nearest come first.
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}
