import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DiskCache } from './disk-cache.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'disk-cache-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** Adds a file of the given size. */
function add(cache: DiskCache, name: string, size = 10, content = 'x'.repeat(size)) {
  return cache.store(name, Buffer.from(content))
}

it('evicts the least recently used file', async () => {
  const cache = new DiskCache(directory, 30)
  for (const name of ['a', 'b', 'c']) await add(cache, name)
  cache.find('a')
  await add(cache, 'd')
  expect(cache.find('d')).toEqual({ path: join(directory, 'd'), size: 10 })
  expect(readdirSync(directory)).toEqual(['a', 'c', 'd'])
  expect(cache.find('b')).toBeUndefined()
})

it('does not store a file that is larger than the cache', async () => {
  const cache = new DiskCache(directory, 30)
  await add(cache, 'a')
  await add(cache, 'too large', 31)
  expect(cache.find('too large')).toBeUndefined()
  expect(readdirSync(directory)).toEqual(['a'])
})

it('continues with the files of an earlier process, without incomplete ones', async () => {
  const first = new DiskCache(directory, 100)
  await add(first, 'b', 50)
  await add(first, 'a')
  utimesSync(join(directory, 'b'), 1, 1)
  writeFileSync(join(directory, 'x.part'), 'half')
  const second = new DiskCache(directory, 40)
  expect(second.find('a')).toMatchObject({ size: 10 })
  expect(readdirSync(directory)).toEqual(['a'])
})

it('still works after its folder was emptied', async () => {
  const cache = new DiskCache(directory, 100)
  await add(cache, 'a')
  rmSync(join(directory, 'a'))
  expect(cache.find('a')).toBeUndefined()
  await add(cache, 'a', 3, 'two')
  expect(String(readFileSync(join(directory, 'a')))).toBe('two')
})

it('deletes the files that are not needed', async () => {
  const cache = new DiskCache(directory, 100)
  for (const name of ['a', 'b', 'c']) await add(cache, name)
  cache.keepOnly(new Set(['b', 'missing']))
  expect(cache.find('a')).toBeUndefined()
  expect(readdirSync(directory)).toEqual(['b'])
})
