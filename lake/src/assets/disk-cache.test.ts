import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { quarters, startAssets } from '../testing/assets-fixture.ts'
import { DiskCache } from './disk-cache.ts'
import { WorkQueue } from './work-queue.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lake-cache-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const used = (folder: string) =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

describe('the cache', () => {
  it('lets go of what was used longest ago', async () => {
    const cache = new DiskCache(directory, 30)
    for (const name of ['a', 'b', 'c']) await cache.put(name, Buffer.alloc(10))
    await cache.get('a')
    await cache.put('d', Buffer.alloc(10))
    expect(readdirSync(directory)).toEqual(['a', 'c', 'd'])
    expect(await cache.get('b')).toBeUndefined()
    await cache.put('too large', Buffer.alloc(31))
    expect(readdirSync(directory)).toEqual(['a', 'c', 'd'])
  })

  it('goes on where an earlier process ended, without its half-written files', async () => {
    const first = new DiskCache(directory, 100)
    await first.put('b', Buffer.alloc(50))
    await first.put('a', Buffer.from('one'))
    utimesSync(join(directory, 'b'), 1, 1)
    writeFileSync(join(directory, 'x.part'), 'half')
    const second = new DiskCache(directory, 40)
    expect(String(await second.get('a'))).toBe('one')
    expect(readdirSync(directory)).toEqual(['a'])
  })

  it('survives that somebody empties its folder', async () => {
    const cache = new DiskCache(directory, 100)
    await cache.put('a', Buffer.from('one'))
    rmSync(join(directory, 'a'))
    expect(await cache.get('a')).toBeUndefined()
    await cache.put('a', Buffer.from('two'))
    expect(String(readFileSync(join(directory, 'a')))).toBe('two')
  })
})

describe('pictures', () => {
  it('stay within the bound however many sizes are asked for', { timeout: 30_000 }, async () => {
    await using lake = await startAssets({ cacheBytes: 20_000, waiting: 1000 })
    const { path } = await lake.client.assets.upload('image', await quarters(64, 64))
    const folder = join(lake.folder, 'cache')
    for (let from = 1; from <= 10_000; from += 500) {
      const widths = Array.from({ length: 20 }, (_, index) => from + index * 25)
      const answers = widths.map((w) => fetch(`${lake.origin}/${path}?w=${w}&h=2&fit=scale&fm=jpg`))
      for (const answer of await Promise.all(answers)) {
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
      }
      expect(used(folder)).toBeLessThanOrEqual(20_000)
    }
    expect(used(folder)).toBeGreaterThan(10_000)
  })

  it('are made once for equal requests, and not at all when too many wait', async () => {
    await using lake = await startAssets({ waiting: 1 })
    const { path } = await lake.client.assets.upload('image', await quarters(900, 900))
    const get = (query: string) => fetch(`${lake.origin}/${path}${query}`)

    const equal = ['?w=500&unknown=1', '?w=500', '?w=250&dpr=2', '?w=500&fit=clip', '?h=500']
    const same = await Promise.all(equal.map(get))
    expect(new Set(same.map((answer) => answer.headers.get('etag'))).size).toBe(1)
    expect(readdirSync(join(lake.folder, 'cache'))).toHaveLength(1)

    const widths = Array.from({ length: 12 }, (_, index) => 800 + index)
    const flood = await Promise.all(widths.map((w) => get(`?w=${w}&fm=avif`)))
    const refused = flood.filter((answer) => answer.status === 503)
    expect(flood.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(3)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('2')
    expect((await get('?w=800&fm=avif')).status).toBe(200)
  })
})

describe('the queue', () => {
  it('runs two at a time, in order, and closes when those taken are done', async () => {
    const queue = new WorkQueue(2, 10)
    const log: string[] = []
    const gates: (() => void)[] = []
    const job = (name: string) =>
      queue.run(async () => {
        log.push(name)
        await new Promise<void>((resolve) => gates.push(resolve))
      })
    const jobs = ['a', 'b', 'c'].map(job)
    expect(log).toEqual(['a', 'b'])
    gates[0]?.()
    await jobs[0]
    expect(log).toEqual(['a', 'b', 'c'])
    let closed = false
    const closing = queue.close().then(() => {
      closed = true
    })
    await expect(job('d')).rejects.toMatchObject({ statusCode: 503 })
    expect(closed).toBe(false)
    gates[1]?.()
    gates[2]?.()
    await Promise.all([...jobs, closing])
  })

  it('goes on after a job that fails', async () => {
    const queue = new WorkQueue(1, 1)
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run(async () => 'yes')).toBe('yes')
  })
})
