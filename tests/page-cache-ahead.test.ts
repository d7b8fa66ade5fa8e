import { describe, expect, it } from 'vitest'
import { faq, shareCachedSite } from './share-cached-site.ts'

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
    // Queries of all languages read the same types of documents.
    expect(cached.site.takeRenderedPaths().sort()).toEqual([
      '/ar/support/help',
      '/es/support/help',
      '/support/help',
    ])
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

  it('all pages are rendered again after a reconnect', async () => {
    const before = cached.site.log.length
    await cached.lake.closeConnections()
    const words = await cached.publishFaq()
    expect((await cached.site.request(faq)).text).toContain(words)
    const log = cached.site.log.slice(before)
    expect(log.filter(isDown)).toHaveLength(1)
    expect(log.join()).toContain('content reachable again')
    expect(cached.site.takeRenderedPaths()).toEqual(
      expect.arrayContaining(['/', '/index', '/support/terms']),
    )
    const { level, since } = JSON.parse(log.find(isDown) ?? '')
    expect(level).toBe(40)
    expect(Date.parse(since)).toBeLessThan(Date.now())
  })
})
