import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from 'halvi-kit/processes/start-error'
import { readSettings } from 'halvi-site/settings/settings'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEmbeddedLake } from './embedded-lake.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (name: string) =>
  openEmbeddedLake(
    readSettings({ DATA_DIR: join(folder, name) }),
    { readerToken: 'a reader', siteUrl: 'http://localhost' },
    { countRejection: () => {} },
    pino({ level: 'silent' }),
  )

const mode = (path: string) => statSync(join(folder, path)).mode & 0o777

it('is accessible only to its owner and is seeded once, even if it is copied or emptied later', async () => {
  const mask = process.umask(0o022)
  const first = await open('data')
  expect([mode('data'), mode('data/lake')]).toEqual([0o700, 0o700])
  expect(first.dataset.size).toBeGreaterThan(50)
  // Copies the database of a running lake without its write-ahead log.
  mkdirSync(join(folder, 'copy/lake'), { recursive: true })
  copyFileSync(join(folder, 'data/lake/lake.db'), join(folder, 'copy/lake/lake.db'))
  const all = [...first.dataset.snapshot()].map(({ _id: id }) => ({ delete: { id } }))
  first.dataset.transact(all, { author: 'editor' })
  await first.close()
  const again = await open('data')
  expect(again.dataset.size).toBe(0)
  await again.close()
  const copy = await open('copy')
  expect(copy.dataset.size).toBe(all.length)
  await copy.close()
  // Permissions of an existing folder stay, and its new files are private.
  process.umask(mask)
  expect([mode('copy'), mode('copy/lake-token')]).toEqual([0o755, 0o600])
})

it('waits for the office of a killed site to end', async () => {
  const ending = await open('data')
  const [next] = await Promise.all([open('data'), ending.close()])
  await next.close()
})

it('reports a damaged file in one line with its path', async () => {
  mkdirSync(join(folder, 'data/lake'), { recursive: true })
  const file = join(folder, 'data/lake/lake.db')
  writeFileSync(file, 'not a database, but long enough to look like one '.repeat(100))
  await expect(open('data')).rejects.toThrow(StartError)
  await expect(open('data')).rejects.toThrow(new RegExp(`^${file} [^\n]+$`))
})
