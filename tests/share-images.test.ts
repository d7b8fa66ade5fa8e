import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canonicalPaths } from './journeys/paths.ts'
import { shareCachedSite } from './share-cached-site.ts'

const cached = shareCachedSite()

const drawn = () => {
  const folder = join(cached.dataDir, 'share-images')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** The address of a page's picture, without the site's. */
async function imageOf(path: string): Promise<string> {
  const { text } = await cached.site.request(path)
  expect(text, path).toMatch(/<meta property="og:image:alt" content="[^"]+"/)
  const url = /<meta property="og:image" content="([^"]*)"/.exec(text)?.[1] ?? ''
  return url.replace('https://halvi.test', '')
}

const get = (path: string) => cached.site.request(path)
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe('the picture for shared links', () => {
  it('is one of its own for each page, drawn when it is first asked for', async () => {
    const addresses = await Promise.all(canonicalPaths.map(imageOf))
    expect(new Set(addresses).size).toBe(canonicalPaths.length)
    expect(drawn()).toEqual([])

    const address = await imageOf('/services/eats')
    const [first, second] = await Promise.all([get(address), get(address)])
    expect(first.headers['content-type']).toBe('image/png')
    expect(sizeOf(first.body)).toEqual([1200, 630])
    expect(first.headers['cache-control']).toContain('immutable')
    expect(second.body.equals(first.body)).toBe(true)
    const other = await get(await imageOf('/'))
    expect(sizeOf(other.body)).toEqual([1200, 630])
    expect(other.body.equals(first.body)).toBe(false)
    expect(drawn()).toHaveLength(2)
  })

  it('changes with its page, whatever was shared before', async () => {
    const before = await imageOf('/services/mall')
    const old = await get(before)
    const id = await cached.lake.editor.fetch('*[slug.current == "mall"][0]._id')
    await cached.lake.editor.patch(id).set({ 'seo.title': 'The <Mall> & more' }).commit()
    await cached.shows('/services/mall', 'The &lt;Mall&gt; &amp; more')
    const after = await imageOf('/services/mall')
    expect(after).not.toBe(before)
    const now = await get(after)
    expect(now.body.equals(old.body)).toBe(false)
    const late = await get(before)
    expect(late.body.equals(now.body)).toBe(true)
    expect(late.headers['cache-control']).not.toContain('immutable')
  })

  it('is not drawn for what is no page, nor for what an address says', async () => {
    const files = drawn()
    for (const path of [
      ...[
        '/nothing',
        '/services/none',
        '/-/missing',
        '/waitlist/',
        '/Waitlist',
        '/sitemap',
        '/%00',
      ],
      ...['/healthz', '/studio', '/share/waitlist', '/..%2fwaitlist', '/local'],
    ]) {
      const { status } = await get(`/share${path}.png?v=eats-1&title=Ours`)
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(status, path).toBeLessThan(500)
    }
    expect(drawn()).toEqual(files)
    expect(cached.site.made()).toEqual([])
  })

  it('is the one that staff have chosen', async () => {
    const image = await cached.lake.editor.fetch('*[_type == "sanity.imageAsset"][0]._id')
    const value = { _type: 'image', asset: { _type: 'reference', _ref: image } }
    await cached.lake.editor.patch('faqPage').set({ 'seo.image': value }).commit()
    await cached.shows('/support/faq', 'content="https://halvi.test/images/')
    expect((await get('/share/support/faq.png')).status).toBe(404)
  })
})
