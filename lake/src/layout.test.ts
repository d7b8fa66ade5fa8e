import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('.', import.meta.url))

/** The folders as the README lists them: each imports from those before it alone. */
const folders = readFileSync(join(src, '../README.md'), 'utf8')
  .split('\n')
  .flatMap((line) => /^src\/(\S+)\/ {2,}/.exec(line)?.[1] ?? [])

/** The listed folder that a file lies in; empty for what puts them together. */
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

it('lets a folder import from those before it in the README alone', () => {
  expect(folders.length).toBeGreaterThan(10)
  expect(imports.length).toBeGreaterThan(100)
  const backwards = imports.filter(({ file, target }) => {
    const [from, to] = [folderOf(file), folderOf(target)]
    return from !== '' && (to === '' || folders.indexOf(to) > folders.indexOf(from))
  })
  expect(backwards).toEqual([])
})

it('has every folder in the README', () => {
  const unlisted = files.filter((file) => file.includes('/') && folderOf(file) === '')
  expect(unlisted).toEqual([])
})
