import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chmodPrivate, readOrCreateSecret } from 'halvi-kit/files/private-files'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyFolder, localLake } from './testing/local-lake.ts'

let folder: Awaited<ReturnType<typeof emptyFolder>>
let mask: number
beforeEach(async () => {
  folder = await emptyFolder()
  mask = process.umask(0o022)
})
afterEach(async () => {
  process.umask(mask)
  await folder[Symbol.asyncDispose]()
})

const mode = (...path: string[]) => statSync(join(folder.path, ...path)).mode & 0o777

/** Returns the entries of the lake's folder that other users may read. */
const open = () =>
  readdirSync(join(folder.path, 'lake')).filter((name) => mode('lake', name) & 0o077)

it('creates a lake that only its owner can read, with any umask', async () => {
  await using lake = await localLake(join(folder.path, 'lake'))
  lake.dataset.transact([{ create: { _id: 'a', _type: 't' } }], { author: 'test' })
  expect([mode('lake'), mode('lake', 'assets'), mode('lake', 'lake.db-wal')]).toEqual([
    0o700, 0o700, 0o600,
  ])
  expect(open().filter((name) => !name.startsWith('lock.db'))).toEqual([])
})

it('removes the permissions of other users from an existing lake', async () => {
  const directory = join(folder.path, 'lake')
  mkdirSync(join(directory, 'assets'), { recursive: true })
  for (const name of ['lake.db', 'users.db']) writeFileSync(join(directory, name), '')
  expect(mode('lake')).toBe(0o755)
  await using _ = await localLake(directory)
  expect([mode('lake'), mode('lake', 'assets')]).toEqual([0o700, 0o700])
  expect([mode('lake', 'lake.db'), mode('lake', 'users.db')]).toEqual([0o600, 0o600])
})

it('creates a secret once, completely, and no other file', () => {
  const file = join(folder.path, 'secret')
  expect(String(readOrCreateSecret(file, () => Buffer.from('first')))).toBe('first')
  expect(String(readOrCreateSecret(file, () => Buffer.from('second')))).toBe('first')
  expect(readdirSync(folder.path)).toEqual(['secret'])
  expect(mode('secret')).toBe(0o600)
})

it('creates a secret again if a power failure left it empty, and keeps any other content', () => {
  const file = join(folder.path, 'secret')
  writeFileSync(file, '')
  expect(String(readOrCreateSecret(file, () => Buffer.from('new')))).toBe('new')
  writeFileSync(file, 'x')
  expect(String(readOrCreateSecret(file, () => Buffer.from('new')))).toBe('x')
  expect(readFileSync(file, 'utf8')).toBe('x')
})

it('only logs a warning where permissions cannot be changed', () => {
  const warned: object[] = []
  const log = { info() {}, error() {}, warn: (fields: object) => void warned.push(fields) }
  // A file of the kernel whose mode cannot be changed.
  chmodPrivate('/proc/self/status', log)
  expect(warned).toMatchObject([{ path: '/proc/self/status' }])
})
