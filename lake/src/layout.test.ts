import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('.', import.meta.url))

/** The folders in the order of the README. Each may only import from folders before it. */
const folders = readFileSync(join(src, '../README.md'), 'utf8')
  .split('\n')
  .flatMap((line) => /^src\/(\S+)\/ {2,}/.exec(line)?.[1] ?? [])

/** Returns the listed folder of a file, or an empty string for files outside of them, such as lake.ts. */
function folderOf(file: string): string {
  const within = folders.filter((folder) => file.startsWith(`${folder}/`))
  return within.sort((a, b) => b.length - a.length)[0] ?? ''
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(testing|contract)\//.test(file),
)

const imports = files.flatMap((file) =>
  [...readFileSync(join(src, file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(
    ([, target = '']) => ({ file, target: normalize(join(dirname(file), target)) }),
  ),
)

it('only imports from folders that are listed before the importing folder in the README', () => {
  expect(folders.length).toBeGreaterThan(10)
  expect(imports.length).toBeGreaterThan(100)
  const backwards = imports.filter(({ file, target }) => {
    const [from, to] = [folderOf(file), folderOf(target)]
    return from !== '' && (to === '' || folders.indexOf(to) > folders.indexOf(from))
  })
  expect(backwards).toEqual([])
})

it('lists every folder in the README', () => {
  const unlisted = files.filter((file) => file.includes('/') && folderOf(file) === '')
  expect(unlisted).toEqual([])
})
