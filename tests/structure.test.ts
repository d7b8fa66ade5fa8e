import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../server/root.ts'

/** All source files except tests, which may import anything. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|js|css)$/.test(file) && existsSync(join(root, file)))
  .filter((file) => !/\.(test|spec)\.|^tests\/|\/testing\//.test(file))

/** All relative imports, including types, found by a regular expression. */
const imports = files.flatMap((file) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export|\} from|@import)\b.*?['"](\.[^'"?]+)(?:\?\w+)?['"]/gm,
    ),
  ].map(([, target = '']) => ({ file, target: normalize(join(dirname(file), target)) })),
)

/** Returns the direct child of a folder that contains a file, or undefined. */
const partOf = (folder: string, file: string): string | undefined =>
  file.startsWith(folder) ? file.slice(folder.length).split('/')[0] : undefined

const folders = [...new Set(files.flatMap((file) => foldersOf(file)))]

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return ['', ...parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)]
}

/** Returns the direct children of a folder that import themselves through other children. */
function cyclesIn(folder: string): string[] {
  const next = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [partOf(folder, file), partOf(folder, target)]
    if (!from || !to || from === to) continue
    next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  const reachableFrom = (from: string) => {
    const seen = new Set<string>()
    const open = [from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const to of next.get(at) ?? []) {
        if (seen.has(to)) continue
        seen.add(to)
        open.push(to)
      }
    }
    return seen
  }
  return [...next.keys()]
    .filter((part) => reachableFrom(part).has(part))
    .map((part) => folder + part)
}

it('no folder has import cycles among its files and folders', () => {
  expect(imports.length).toBeGreaterThan(3_000)
  expect(folders.flatMap(cyclesIn)).toEqual([])
})

/** Folders with many files of one kind. */
const exempt = /(^|\/)(routes|sections|endpoints|queries|fonts)\/$/

it('each folder directly contains at most 14 source files', () => {
  const crowded = folders
    .filter((folder) => !exempt.test(folder))
    .map((folder) => ({
      folder,
      files: files.filter(
        (file) => file.startsWith(folder) && !file.slice(folder.length).includes('/'),
      ).length,
    }))
    .filter(({ files }) => files > 14)
  expect(crowded).toEqual([])
})
