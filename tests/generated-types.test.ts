import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { fingerprint } from '../scripts/fingerprint.js'
import { root } from '../server/root.ts'

/** A hash of what the types were last found to follow from: making them takes half a minute. */
const found = join(root, 'node_modules/.cache/content-types')

it('the committed content types are those of the schemas and queries', async () => {
  const sources = ['package-lock.json', 'studio/extract-schema.ts', 'studio/sanity.cli.ts']
  const shapes = ['scripts/write-shapes.ts', 'app/addresses.ts']
  const current = fingerprint(root, [...sources, ...shapes, 'app/content', 'schemas'])
  if (existsSync(found) && (await readFile(found, 'utf8')) === current) return
  const files = ['sanity.types.ts', 'fit/query-shapes.json'].map((name) =>
    join(root, 'app/content', name),
  )
  const read = () => Promise.all(files.map((file) => readFile(file, 'utf8')))
  const committed = await read()
  await promisify(execFile)('npm', ['run', 'typegen'], { cwd: root })
  expect(await read()).toEqual(committed)
  await mkdir(dirname(found), { recursive: true })
  await writeFile(found, current)
}, 180_000)
