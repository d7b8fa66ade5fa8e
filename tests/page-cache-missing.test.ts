import { describe, expect, it } from 'vitest'
import { shareCachedSite } from './share-cached-site.ts'

const cached = shareCachedSite()

describe('an unknown path', { shuffle: false }, () => {
  // First, because the number of log lines per second is limited.
  it('is logged with its language and referrer, but without query strings', async () => {
    const referer = 'https://user@search.test/find?q=amina@example.com#top'
    await cached.site.request('/ar/nothing-at-all?email=amina@example.com', { referer })
    const line = cached.site.log.find((text) => text.includes('/nothing-at-all')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      msg: 'page not found',
      language: 'ar',
      path: '/nothing-at-all',
      referrer: 'https://search.test/find',
    })
    expect(cached.site.log.filter((text) => text.includes('amina'))).toEqual([])
  })

  const addresses = 500
  it(`is not rendered for any of ${addresses} addresses`, async () => {
    const { text } = await cached.site.request('/nothing')
    expect(text).toContain('Oops! Page not found')
    cached.site.takeRenderedPaths()
    const lines = cached.site.log.length
    const folders = ['', '/services', '/affiliate/apply', '/a/b']
    const asking = Array.from({ length: addresses }, async (_, number) => {
      const path = `${folders[number % folders.length]}/none-${number}?x=${number}`
      const response = await cached.site.request(path)
      return response.status === 404 && response.text === text
    })
    expect(new Set(await Promise.all(asking))).toEqual(new Set([true]))
    expect(cached.site.takeRenderedPaths()).toEqual([])
    const logged = cached.site.log.slice(lines).filter((line) => line.includes('"page not found"'))
    expect(logged.length).toBeLessThan(addresses / 2)
  })
})
