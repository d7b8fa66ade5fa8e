import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from 'halvi-site/root'

/** The imports of each file at run time. Paths are relative to the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Matches imports of types, which do not exist at run time. */
const typeImport = /^(?:import|export) type [^'"]*['"][^'"]+['"]/gm

/** Matches module specifiers, in `import`, `import()`, and `new URL('./program.ts', import.meta.url)`. */
const address = /(?<=['"])(?:\.{1,2}\/|[a-z][\w-]*)[^'"\s]*(?=['"])/g

/**
 * Reads the import graph of the repository. Every quoted path of a file counts as an import.
 *
 * @param removed deleted files, which other files may still import
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

/** Returns a function that resolves a module of a workspace to its file, according to the package's `exports`. */
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
 * Returns the changed files, their direct importers, and their indirect importers, with their distances: 0 for
 * changed files, 1 for direct importers, and so on.
 *
 * @param ends files whose importers are left out, because they import too much to be meaningful
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
    // The loop also visits entries that are added to the map during the loop, so the nearest files come first.
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}
