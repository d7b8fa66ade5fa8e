import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../server/root.ts'

/** The sources that are shipped, built or measured with; what tests them may import as it likes. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|js|css)$/.test(file) && existsSync(join(root, file)))
  .filter((file) => !/\.(test|spec)\.|^tests\/|\/testing\//.test(file))

/** What imports what, types too; a word in a comment that looks like an import would count as one. */
const imports = files.flatMap((file) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export|\} from|@import)\b.*?['"](\.[^'"?]+)(?:\?\w+)?['"]/gm,
    ),
  ].map(([, target = '']) => ({ file, target: normalize(join(dirname(file), target)) })),
)

/** What lies directly in a folder: its files, and its folders with all that is in them. */
const partOf = (folder: string, file: string): string | undefined =>
  file.startsWith(folder) ? file.slice(folder.length).split('/')[0] : undefined

const folders = [...new Set(files.flatMap((file) => foldersOf(file)))]

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return ['', ...parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)]
}

/** One way around from each part that imports, however far away, what imports it. */
function circlesIn(folder: string): string[] {
  const next = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [partOf(folder, file), partOf(folder, target)]
    if (!from || !to || from === to) continue
    next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  const reached = (from: string) => {
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
  return [...next.keys()].filter((part) => reached(part).has(part)).map((part) => folder + part)
}

it('has no circle among the files and folders of any folder', () => {
  expect(imports.length).toBeGreaterThan(3_000)
  expect(folders.flatMap(circlesIn)).toEqual([])
})

/** Files of one kind, each named for the one thing that is in it. */
const alike = /(^|\/)(routes|sections|endpoints|queries|fonts)\/$/

it('has at most 14 source files directly in a folder', () => {
  const crowded = folders
    .filter((folder) => !alike.test(folder))
    .map((folder) => ({
      folder,
      files: files.filter(
        (file) => file.startsWith(folder) && !file.slice(folder.length).includes('/'),
      ).length,
    }))
    .filter(({ files }) => files > 14)
  expect(crowded).toEqual([])
})
