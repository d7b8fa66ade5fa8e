import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CachedSite, type RemoteLake, startCachedSite, startLake } from './cached-site.ts'

let lake: RemoteLake
let dataDir: string
let site: CachedSite
beforeAll(async () => {
  lake = await startLake()
  dataDir = await mkdtemp(join(tmpdir(), 'halvi-cached-'))
  site = await startCachedSite(lake, dataDir)
})
afterAll(async () => {
  await site.close()
  await lake.close()
  await rm(dataDir, { recursive: true })
})
beforeEach(async () => {
  await site.settled()
  site.made()
})

const faq = '/support/faq'
let edition = 0
/** Changes the words of the FAQ page; returns what they are now. */
async function publishFaq(): Promise<string> {
  const intro = `Edition ${++edition} of the questions.`
  await lake.editor.patch('faqPage').set({ intro }).commit()
  return intro
}
/** On a busy machine too. */
const soon = { timeout: 20_000, interval: 10 }
const shows = (path: string, text: string) =>
  expect.poll(async () => (await site.request(path)).text.includes(text), soon).toBe(true)

describe('while content is away', () => {
  afterEach(() => {
    lake.refusing = false
  })
  const down = (line: string) => line.includes('"msg":"content is away"')

  it('the last good page is served, and the new one once it is back', async () => {
    await site.request(faq)
    lake.refusing = true
    const words = await publishFaq()
    await expect.poll(async () => (await site.request(faq)).headers.age, soon).toBeDefined()
    const last = await site.request(faq)
    expect(last.status).toBe(200)
    expect(last.text).not.toContain(words)
    const warned = `"path":"${faq}","since":`
    // Once for each form of the page, however many ask.
    expect(site.log.filter((line) => line.includes(warned)).length).toBeLessThanOrEqual(2)
    expect(site.log.some((line) => line.includes(warned))).toBe(true)
    lake.refusing = false
    await shows(faq, words)
    expect((await site.request(faq)).headers.age).toBeUndefined()
  })

  it('what was missed counts as changed', async () => {
    lake.cut()
    await expect.poll(() => site.log.filter(down), soon).toHaveLength(1)
    const words = await publishFaq()
    site.made()
    await shows(faq, words)
    await expect
      .poll(() => site.log.some((line) => line.includes('content is back')), soon)
      .toBe(true)
    await site.settled()
    expect(site.made()).toEqual(expect.arrayContaining(['/', '/index', '/support/terms']))
    const { level, since } = JSON.parse(site.log.find(down) ?? '')
    expect(level).toBe(40)
    expect(Date.parse(since)).toBeLessThan(Date.now())
  })

  it('a failing page is not kept', async () => {
    await lake.leave()
    const fresh = await mkdtemp(join(tmpdir(), 'halvi-cached-'))
    const other = await startCachedSite(lake, fresh)
    const failed = await other.request(faq)
    expect(failed.status).toBe(503)
    expect(failed.headers['retry-after']).toMatch(/^\d+$/)
    expect(failed.headers['cache-control']).toBe('no-store')
    expect(failed.text).toContain(failed.headers['x-request-id'])
    expect(other.log.some((line) => line.includes(String(failed.headers['x-request-id'])))).toBe(
      true,
    )
    await lake.comeBack()
    await expect.poll(async () => (await other.request(faq)).status, soon).toBe(200)
    await other.close()
    await rm(fresh, { recursive: true })
  })

  it('a site that restarts has the last good pages of its build', async () => {
    await site.settled()
    const before = await site.request(faq)
    await site.close()
    await lake.leave()
    const other = await startCachedSite(lake, dataDir, 'https://other.test')
    expect((await other.request(faq)).status).toBe(503)
    await other.close()
    site = await startCachedSite(lake, dataDir)
    expect((await site.request(faq)).status).toBe(503)
    await site.close()
    await lake.comeBack()
    site = await startCachedSite(lake, dataDir)
    await expect.poll(() => site.figure('halvi_pages_kept '), soon).toBeGreaterThan(25)
    await site.settled()
    await site.close()
    await lake.leave()
    site = await startCachedSite(lake, dataDir)
    const after = await site.request(faq)
    expect(after.status).toBe(200)
    expect(after.text).toBe(before.text)
    expect(Number(after.headers.age)).toBeGreaterThanOrEqual(0)
    expect((await site.request('/services/unheard-of')).status).toBe(503)
    expect(site.log.some(down)).toBe(true)
    await lake.comeBack()
    await expect.poll(async () => (await site.request(faq)).headers.age, soon).toBeUndefined()
  })
})
