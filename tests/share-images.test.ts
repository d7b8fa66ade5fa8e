import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { notFoundPath } from 'halvi-site/content/load-page'
import { describe, expect, it } from 'vitest'
import { canonicalPaths } from './journeys/paths.ts'
import { shareCachedSite } from './share-cached-site.ts'

const cached = shareCachedSite()

const folder = () => join(cached.dataDir, 'share-images')
const drawn = () => readdirSync(folder())

/** Returns the path of a page's share image. */
async function imageOf(path: string): Promise<string> {
  const { text } = await cached.site.request(path)
  expect(text, path).toMatch(/<meta property="og:image:alt" content="[^"]+"/)
  const url = /<meta property="og:image" content="([^"]*)"/.exec(text)?.[1] ?? ''
  return url.replace('https://halvi.test', '')
}

const get = (path: string) => cached.site.request(path)
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe('the share image', () => {
  it('is different for each page', async () => {
    const addresses = await Promise.all(canonicalPaths.map(imageOf))
    expect(new Set(addresses).size).toBe(canonicalPaths.length)

    const image = await get(await imageOf('/services/eats'))
    expect(image.headers['content-type']).toBe('image/png')
    expect(sizeOf(image.body)).toEqual([1200, 630])
    expect(image.headers['cache-control']).toContain('immutable')
    const other = await get(await imageOf('/'))
    expect(sizeOf(other.body)).toEqual([1200, 630])
    expect(other.body.equals(image.body)).toBe(false)
  })

  it('is drawn once for concurrent requests if it is missing', async () => {
    const address = await imageOf('/services/eats')
    const before = await get(address)
    const file = drawn().find((name) => readFileSync(join(folder(), name)).equals(before.body))
    rmSync(join(folder(), file ?? ''))
    const both = await Promise.all([get(address), get(address)])
    expect(both.map(({ body }) => body.equals(before.body))).toEqual([true, true])
    expect(drawn()).toContain(file)
  })

  it('is another one after a publish, and the previous URL returns the new image', async () => {
    const before = await imageOf('/services/mall')
    const [old, files] = [await get(before), drawn()]
    const id = await cached.lake.editor.fetch('*[slug.current == "mall"][0]._id')
    await cached.lake.editor.patch(id).set({ 'seo.title': 'The <Mall> & more' }).commit()
    expect((await cached.site.request('/services/mall')).text).toContain(
      'The &lt;Mall&gt; &amp; more',
    )
    const after = await imageOf('/services/mall')
    expect(after).not.toBe(before)
    // It is drawn already, or this request waits for it.
    const now = await get(after)
    expect(now.body.equals(old.body)).toBe(false)
    const added = drawn().filter((name) => name.endsWith('.png') && !files.includes(name))
    // Images of other pages may be drawn in advance meanwhile.
    const drawnNow = added.filter((name) => readFileSync(join(folder(), name)).equals(now.body))
    expect(drawnNow).toHaveLength(1)
    const late = await get(before)
    expect(late.body.equals(now.body)).toBe(true)
    expect(late.headers['cache-control']).not.toContain('immutable')
  })

  it('is not drawn for unknown paths or for query parameters', async () => {
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
    // The publish of the test before may have changed the page for missing pages.
    const rendered = cached.site.takeRenderedPaths().filter((path) => path !== notFoundPath)
    expect(rendered).toEqual([])
  })
})
