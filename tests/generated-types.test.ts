import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '../server/root.ts'

it('the committed content types are those of the schemas and queries', async () => {
  const file = join(root, 'app/content/sanity.types.ts')
  const committed = await readFile(file, 'utf8')
  await promisify(execFile)('npm', ['run', 'typegen'], { cwd: root })
  expect(await readFile(file, 'utf8')).toBe(committed)
}, 180_000)
