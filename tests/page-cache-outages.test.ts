import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startCachedSite } from './cached-site.ts'
import { faq, shareCachedSite } from './share-cached-site.ts'
import { until } from './until.ts'

const cached = shareCachedSite()

// The last one replaces the site.
describe('while content is unreachable', { shuffle: false }, () => {
  afterEach(() => {
    cached.lake.rejecting = false
  })
  const down = (line: string) => line.includes('"msg":"content unreachable"')

  it('the last results are used, and the new ones after the recovery', async () => {
    const calculator = '/business/commission/calculator'
    await cached.site.request(`${calculator}?branch=mall&sales=1`)
    await cached.site.request(faq)
    const before = cached.site.log.length
    cached.lake.rejecting = true
    const words = await cached.publishFaq('calculatorPage', { offline: true })
    await until(() => cached.site.log.slice(before).some((line) => line.includes('last results')))
    const last = await cached.site.request(faq)
    expect([last.status, last.text.includes(words)]).toEqual([200, false])
    const rendered = await cached.site.request(`${calculator}?branch=mall&sales=2`)
    expect([rendered.status, rendered.text.includes(words)]).toEqual([200, false])
    cached.lake.rejecting = false
    await cached.site.applied()
    for (const path of [faq, `${calculator}?branch=mall&sales=2`]) {
      expect((await cached.site.request(path)).text).toContain(words)
    }
    const warned = cached.site.log.slice(before).filter((line) => line.includes('"level":40'))
    expect(warned).toHaveLength(1)
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
