import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startCachedSite } from './cached-site.ts'
import { faq, shareCachedSite, soon } from './share-cached-site.ts'

/** Options for polling until the pages of all languages are rendered. */
const allPages = { timeout: 100_000, interval: 20 }

const cached = shareCachedSite()

describe('while content is unreachable', () => {
  afterEach(() => {
    cached.lake.rejecting = false
  })
  const down = (line: string) => line.includes('"msg":"content unreachable"')

  it('the stale page is served, and the new one after the recovery', async () => {
    await cached.site.request(faq)
    cached.lake.rejecting = true
    const words = await cached.publishFaq()
    await expect.poll(async () => (await cached.site.request(faq)).headers.age, soon).toBeDefined()
    const last = await cached.site.request(faq)
    expect(last.status).toBe(200)
    expect(last.text).not.toContain(words)
    const warned = `"path":"${faq}","since":`
    // At most one log line for each variant of the page.
    expect(cached.site.log.filter((line) => line.includes(warned)).length).toBeLessThanOrEqual(2)
    expect(cached.site.log.some((line) => line.includes(warned))).toBe(true)
    cached.lake.rejecting = false
    await cached.shows(faq, words)
    expect((await cached.site.request(faq)).headers.age).toBeUndefined()
  })

  it('all pages are rendered again after a reconnect', async () => {
    cached.lake.closeConnections()
    await expect.poll(() => cached.site.log.filter(down), soon).toHaveLength(1)
    const words = await cached.publishFaq()
    cached.site.takeRenderedPaths()
    await cached.shows(faq, words)
    await expect
      .poll(() => cached.site.log.some((line) => line.includes('content reachable again')), soon)
      .toBe(true)
    const made = new Set<string>()
    await expect
      .poll(() => {
        for (const path of cached.site.takeRenderedPaths()) made.add(path)
        return [...made]
      }, allPages)
      .toEqual(expect.arrayContaining(['/', '/index', '/support/terms']))
    const { level, since } = JSON.parse(cached.site.log.find(down) ?? '')
    expect(level).toBe(40)
    expect(Date.parse(since)).toBeLessThan(Date.now())
  }, 180_000)

  it('a failing page is not cached', async () => {
    await cached.lake.goOffline()
    const fresh = await mkdtemp(join(tmpdir(), 'halvi-cached-'))
    const other = await startCachedSite(cached.lake, fresh)
    const failed = await other.request(faq)
    expect(failed.status).toBe(503)
    expect(failed.headers['retry-after']).toMatch(/^\d+$/)
    expect(failed.headers['cache-control']).toBe('no-store')
    expect(failed.text).toContain(failed.headers['x-request-id'])
    expect(other.log.some((line) => line.includes(String(failed.headers['x-request-id'])))).toBe(
      true,
    )
    await cached.lake.goOnline()
    await expect.poll(async () => (await other.request(faq)).status, soon).toBe(200)
    await other.close()
    await rm(fresh, { recursive: true })
  })

  it('a restarted site serves the stale pages of the same build', async () => {
    await cached.site.settled()
    const before = await cached.site.request(faq)
    await cached.site.close()
    await cached.lake.goOffline()
    const other = await startCachedSite(cached.lake, cached.dataDir, 'https://other.test')
    expect((await other.request(faq)).status).toBe(503)
    await other.close()
    cached.site = await startCachedSite(cached.lake, cached.dataDir)
    expect((await cached.site.request(faq)).status).toBe(503)
    await cached.site.close()
    await cached.lake.goOnline()
    cached.site = await startCachedSite(cached.lake, cached.dataDir)
    await expect.poll(() => cached.site.metric('halvi_pages_kept '), allPages).toBeGreaterThan(25)
    await cached.site.settled()
    await cached.site.close()
    await cached.lake.goOffline()
    cached.site = await startCachedSite(cached.lake, cached.dataDir)
    const after = await cached.site.request(faq)
    expect(after.status).toBe(200)
    expect(after.text).toBe(before.text)
    expect(Number(after.headers.age)).toBeGreaterThanOrEqual(0)
    expect((await cached.site.request('/services/unheard-of')).status).toBe(503)
    expect(cached.site.log.some(down)).toBe(true)
    await cached.lake.goOnline()
    await expect
      .poll(async () => (await cached.site.request(faq)).headers.age, soon)
      .toBeUndefined()
  }, 180_000)
})
