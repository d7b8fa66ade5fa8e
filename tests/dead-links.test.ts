import type { SanityDocument } from '@sanity/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { canonicalPaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler, siteUrl } from './page-handler.ts'

let site: PageHandler
let seed: SanityDocument[]
beforeAll(async () => {
  site = await createPageHandler()
  seed = await site.editor.fetch('*[!(_type match "sanity.*")]')
})
afterAll(() => site.close())
afterEach(async () => {
  const transaction = site.editor.transaction()
  for (const document of seed) transaction.createOrReplace(document)
  for (const id of await site.editor.fetch<string[]>(
    '*[_type == "redirect" && !(_id in $ids)]._id',
    { ids: seed.map(({ _id }) => _id) },
  )) {
    transaction.delete(id)
  }
  await transaction.commit()
})

/** Returns the paths on this site that a page links to, in its text and in its breadcrumbs. */
function linksOf(html: string): string[] {
  const anchors = Array.from(html.matchAll(/<a\s[^>]*href="([^"]+)"/g), ([, href = '']) => href)
  const crumbs = Array.from(html.matchAll(/"item":"([^"]+)"/g), ([, item = '']) => item).slice(1)
  return [...anchors, ...crumbs].flatMap((href) => {
    const url = new URL(href.replaceAll('&amp;', '&'), `${siteUrl}/here`)
    return url.origin === siteUrl && !href.startsWith('#') ? [url.pathname] : []
  })
}

/** Loads every existing page and follows all links. */
async function crawl() {
  const pages = new Map<string, string>()
  for (const path of canonicalPaths) {
    const response = await site.request(path)
    if (response.status === 200) pages.set(path, await response.text())
  }
  const found = new Set([...pages.values()].flatMap(linksOf))
  const dead = []
  for (const path of found) {
    // Images and the Studio are served by the server, not by a page.
    if (/^\/(images|studio)\//.test(path)) continue
    const response = await site.request(path)
    const location = response.headers.get('location')
    const end = location?.startsWith('/') ? await site.request(location) : response
    if (end.status === 404) dead.push(path)
  }
  return { pages, found, dead }
}

/** Deletes documents and removes all references to them from other documents. */
async function remove(...ids: string[]) {
  const drop = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(drop).filter((item) => item !== undefined)
    if (typeof value !== 'object' || value === null) return value
    if ('_ref' in value && ids.includes(String(value._ref))) return undefined
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, drop(inner)]))
  }
  const transaction = site.editor.transaction()
  for (const document of seed) {
    const changed = drop(document) as SanityDocument
    if (JSON.stringify(changed) !== JSON.stringify(document)) transaction.createOrReplace(changed)
  }
  for (const id of ids) transaction.delete(id)
  await transaction.commit()
}

describe('no page has a dead link', () => {
  it('with the seed content', async () => {
    const { found, dead } = await crawl()
    expect(dead).toEqual([])
    expect([...found]).toEqual(expect.arrayContaining(['/support/terms', '/business/driver']))
  })

  it.each([
    [['business-driver'], ['/business/driver']],
    [['service-local'], ['/services/local']],
    [['page-professional-apply'], ['/services/professional/apply']],
    [['program-creator'], ['/affiliates/creator', '/affiliate/apply/creator']],
  ])('after %j is deleted', async (ids, deleted) => {
    await remove(...ids)
    const { pages, found, dead } = await crawl()
    expect(dead).toEqual([])
    expect([...found].filter((path) => deleted.includes(path))).toEqual([])
    for (const path of deleted) expect(pages.has(path), path).toBe(false)
    for (const [path, html] of pages) {
      // Lists and columns without any links are omitted.
      expect(
        /<li[^>]*><\/li>|<ul[^>]*><\/ul>|<nav[^>]*><\/nav>/.exec(html)?.[0],
        path,
      ).toBeUndefined()
    }
    const xml = await (await site.request('/sitemap.xml')).text()
    for (const path of deleted) expect(xml).not.toContain(`<loc>${siteUrl}${path}</loc>`)
  })

  it('in a text, where the linked words stay as plain text', async () => {
    const block = {
      ...{ _type: 'block', _key: 'b', style: 'normal' },
      children: [{ _type: 'span', _key: 's', text: 'our privacy policy', marks: ['l'] }],
      markDefs: [
        { _type: 'link', _key: 'l', page: { _type: 'reference', _ref: 'gone', _weak: true } },
      ],
    }
    await site.editor
      .patch('legal-terms')
      .set({ body: [block] })
      .commit()
    const html = await (await site.request('/support/terms')).text()
    expect(html).toContain('<p>our privacy policy</p>')
  })
})
