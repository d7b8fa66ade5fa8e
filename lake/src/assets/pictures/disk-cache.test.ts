import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DiskCache } from './disk-cache.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lake-cache-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** Adds a file of so many bytes. */
async function add(cache: DiskCache, name: string, size = 10, content = 'x'.repeat(size)) {
  const temporary = await cache.temporary()
  writeFileSync(temporary, content)
  return cache.adopt(name, temporary, size)
}

it('lets go of what was used longest ago', async () => {
  const cache = new DiskCache(directory, 30)
  for (const name of ['a', 'b', 'c']) await add(cache, name)
  await cache.find('a')
  expect(await add(cache, 'd')).toEqual({ path: join(directory, 'd'), size: 10 })
  expect(readdirSync(directory)).toEqual(['a', 'c', 'd'])
  expect(await cache.find('b')).toBeUndefined()
})

it('keeps nothing that is larger than all of it', async () => {
  const cache = new DiskCache(directory, 30)
  await add(cache, 'a')
  expect(await add(cache, 'too large', 31)).toBeUndefined()
  expect(readdirSync(directory)).toContain('a')
})

it('lets go of what is pinned when nothing else is left', async () => {
  const cache = new DiskCache(directory, 30)
  for (const name of ['a', 'b', 'c']) await add(cache, name)
  cache.pin(new Set(['a', 'c']))
  for (const name of ['d', 'e', 'f']) await add(cache, name)
  expect(readdirSync(directory)).toEqual(['a', 'c', 'f'])
  await add(cache, 'g', 15)
  expect(readdirSync(directory)).toEqual(['c', 'g'])
  cache.pin(new Set(['g']))
  await add(cache, 'h')
  expect(readdirSync(directory)).toEqual(['g', 'h'])
})

it('goes on where an earlier process ended, without its half-written files', async () => {
  const first = new DiskCache(directory, 100)
  await add(first, 'b', 50)
  await add(first, 'a')
  utimesSync(join(directory, 'b'), 1, 1)
  writeFileSync(join(directory, 'x.part'), 'half')
  const second = new DiskCache(directory, 40)
  expect(await second.find('a')).toMatchObject({ size: 10 })
  expect(readdirSync(directory)).toEqual(['a'])
})

it('survives that somebody empties its folder', async () => {
  const cache = new DiskCache(directory, 100)
  await add(cache, 'a')
  rmSync(join(directory, 'a'))
  expect(await cache.find('a')).toBeUndefined()
  await add(cache, 'a', 3, 'two')
  expect(String(readFileSync(join(directory, 'a')))).toBe('two')
})
