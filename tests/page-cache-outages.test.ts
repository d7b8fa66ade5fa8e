import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startCachedSite } from './cached-site.ts'
import { faq, shareCachedSite } from './share-cached-site.ts'

const cached = shareCachedSite()

// The last one replaces the site.
describe('while content is unreachable', { shuffle: false }, () => {
  afterEach(() => {
    cached.lake.rejecting = false
  })
  const down = (line: string) => line.includes('"msg":"content unreachable"')

  it('the stale page is served, and the new one after the recovery', async () => {
    await cached.site.request(faq)
    cached.lake.rejecting = true
    const words = await cached.publishFaq()
    expect((await cached.site.request(faq)).headers.age).toBeDefined()
    const last = await cached.site.request(faq)
    expect(last.status).toBe(200)
    expect(last.text).not.toContain(words)
    const warned = `"path":"${faq}","since":`
    // At most one log line for each variant of the page.
    expect(cached.site.log.filter((line) => line.includes(warned)).length).toBeLessThanOrEqual(2)
    expect(cached.site.log.some((line) => line.includes(warned))).toBe(true)
    cached.lake.rejecting = false
    expect((await cached.site.newPage(faq)).text).toContain(words)
  })

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
    expect((await other.newPage(faq)).status).toBe(200)
    await other.close()
    await rm(fresh, { recursive: true })
  })

  it('a restarted site serves the stale pages of the same build', async () => {
    const before = await cached.site.request(faq)
    await cached.site.close()
    await cached.lake.goOffline()
    const other = await startCachedSite(cached.lake, cached.dataDir, {
      siteUrl: 'https://other.test',
    })
    expect((await other.request(faq)).status).toBe(503)
    await other.close()
    cached.site = await startCachedSite(cached.lake, cached.dataDir)
    expect((await cached.site.request(faq)).status).toBe(503)
    await cached.site.close()
    await cached.lake.goOnline()
    cached.site = await startCachedSite(cached.lake, cached.dataDir)
    await cached.site.applied()
    await cached.site.newPage(faq)
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
    // A page that is rendered before the languages are known has no links to them.
    await cached.site.applied()
    expect((await cached.site.newPage(faq)).text).toBe(before.text)
  })
})
