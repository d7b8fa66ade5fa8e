import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from 'halvi-site/root'
import { expect, it } from 'vitest'
import { fingerprint } from '../scripts/fingerprint.js'

/** File with the hash of the sources at the last successful check, because generating takes half a minute. */
const lastChecked = join(root, 'node_modules/.cache/content-types')

it('the committed content types match the schemas and queries', async () => {
  const sources = ['package-lock.json', 'studio/extract-schema.ts', 'studio/sanity.cli.ts']
  const shapes = ['scripts/write-shapes.ts', 'site/addresses.ts']
  const current = fingerprint(root, [...sources, ...shapes, 'site/content', 'schemas'])
  if (existsSync(lastChecked) && (await readFile(lastChecked, 'utf8')) === current) return
  const files = ['sanity.types.ts', 'query-shapes.json'].map((name) =>
    join(root, 'site/content', name),
  )
  const read = () => Promise.all(files.map((file) => readFile(file, 'utf8')))
  const committed = await read()
  await promisify(execFile)('npm', ['run', 'typegen'], { cwd: root })
  expect(await read()).toEqual(committed)
  await mkdir(dirname(lastChecked), { recursive: true })
  await writeFile(lastChecked, current)
}, 180_000)
