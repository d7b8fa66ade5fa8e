import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../server/root.ts'
import { sharedSources } from './studio-sources.js'

/** The file that a package of this project exports. */
const { resolve } = createRequire(import.meta.url)

const sourcesIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => /\.[jt]sx?$/.test(file) && !/node_modules|\/dist|\.test\./.test(file))

/** The files of the project that a file imports. */
const importsOf = (file: string) =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/from '(\.[^']+|halvi-(?:leads|runtime)[^']*)'/g),
    ([, path = '']) => (path.startsWith('.') ? join(dirname(file), path) : resolve(path)),
  )

it('the Studio counts as stale whatever of it has changed', () => {
  const found = new Set(['schemas', 'studio'].flatMap(sourcesIn))
  for (const file of found) for (const imported of importsOf(file)) found.add(imported)
  const outside = [...found]
    .map((file) => relative(root, file))
    .filter((path) => !/^(schemas|studio)\//.test(path))
  expect(outside.sort()).toEqual([...sharedSources].sort())
})
