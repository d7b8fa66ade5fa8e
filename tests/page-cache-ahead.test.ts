import { describe, expect, it } from 'vitest'
import { faq, shareCachedSite } from './share-cached-site.ts'
import { until } from './until.ts'

const cached = shareCachedSite({ ahead: true })
const isDown = (line: string) => line.includes('"msg":"content unreachable"')

describe('a page', () => {
  it('is rendered before the first request', async () => {
    await cached.site.request(faq)
    expect(cached.site.takeRenderedPaths()).toEqual([])
  })
})

describe('publishing', () => {
  it('invalidates exactly the pages that depend on the document', async () => {
    const id = await cached.lake.editor.fetch('*[_type == "helpArticle"][0]._id')
    await cached.lake.editor.patch(id).set({ summary: 'In other words.' }).commit()
    expect((await cached.site.request('/support/help')).text).toContain('In other words.')
    await cached.site.applied()
    expect(cached.site.takeRenderedPaths()).toEqual(['/support/help'])
  })

  it('a commission renders the pages that show it', async () => {
    const shows = async (path: string) => {
      const { text } = await cached.site.request(path)
      return /8[-–]15%/.test(text.replace(/<\/?span\b[^>]*>/g, ''))
    }
    const sitemap = (await cached.site.request('/sitemap.xml')).text.matchAll(/<loc>([^<]+)/g)
    const paths = Array.from(sitemap, ([, address = '']) => new URL(address).pathname)
    const showing: string[] = []
    for (const path of paths) if (await shows(path)) showing.push(path)
    await cached.site.applied()
    cached.site.takeRenderedPaths()
    await cached.lake.editor.patch('branch-mall').set({ 'commission.high': 16 }).commit()
    await cached.site.applied()
    // The calculator does not show the commission, but calculates with it.
    const calculators = ['', '/ar', '/es'].map((at) => `${at}/business/commission/calculator`)
    expect(cached.site.takeRenderedPaths()).toEqual([...showing, ...calculators].sort())
  })

  it('a text in Arabic renders no page in another language', async () => {
    const { editor } = cached.lake
    await editor.patch('siteSettings-ar').set({ reviewTime: '٣ أيام' }).commit()
    await editor.patch('branch-mall-ar').set({ tagline: 'عنوان' }).commit()
    await editor.patch('words-ar').set({ 'facts.other': 'لاحقًا' }).commit()
    await editor.patch('faq-commission-ar').set({ question: 'سؤال؟' }).commit()
    await cached.site.applied()
    const rendered = cached.site.takeRenderedPaths()
    expect(rendered).toContain('/ar/support/faq')
    expect(rendered.filter((path) => !/^\/ar(\/|$)/.test(path))).toEqual([])
  })

  it('a draft invalidates nothing', async () => {
    const document = await cached.lake.editor.getDocument('faqPage')
    await cached.lake.editor.create({
      ...document,
      _id: 'drafts.faqPage',
      _type: 'faqPage',
      intro: 'Draft',
    })
    await cached.lake.editor.delete('drafts.faqPage')
    await cached.site.applied()
    expect(cached.site.takeRenderedPaths()).toEqual([])
  })

  it('while the connection is lost renders only its pages, and nothing without a change', async () => {
    const before = cached.site.log.length
    await cached.lake.closeConnections()
    const words = await cached.publishFaq()
    expect((await cached.site.request(faq)).text).toContain(words)
    await cached.site.applied()
    const log = cached.site.log.slice(before)
    expect(log.filter(isDown)).toHaveLength(1)
    expect(log.join()).toContain('content reachable again')
    expect(cached.site.takeRenderedPaths()).toEqual(['/sitemap.xml', faq])
    const logged = JSON.parse(log.find(isDown) ?? '')
    expect(logged.level).toBe(40)
    expect(Date.parse(logged.since)).toBeLessThan(Date.now())
    await cached.lake.closeConnections()
    const since = cached.site.log.length
    await until(() => cached.site.log.slice(since).some((line) => line.includes('content applied')))
    expect(cached.site.takeRenderedPaths()).toEqual([])
  })
})

describe('an image', () => {
  it('that a page shows is sent without the office', async () => {
    const page = await cached.site.request('/')
    const [, url = ''] = /src="(\/images\/[^"]+)"/.exec(page.text) ?? []
    const path = url.replaceAll('&amp;', '&')
    const load = () => cached.site.request(path, { accept: 'image/webp' })
    await until(async () => expect((await load()).status).toBe(200))
    await cached.lake.goOffline()
    const { status, headers } = await load()
    await cached.lake.goOnline()
    expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await cached.site.request(`${path}&q=1`)).status).toBe(503)
  })
})
