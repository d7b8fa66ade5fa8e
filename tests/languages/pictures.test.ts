import { describe, expect, it } from 'vitest'
import { shareCachedSite } from '../share-cached-site.ts'
import { shareEdits } from './share-edits.ts'

const cached = shareCachedSite()
const { edit } = shareEdits(cached)

/** Returns the hashes of the pictures of a page, in their order, and that of its shared link. */
const pictures = async (path: string) => {
  const { text } = await cached.site.request(path)
  const [, shared = null] =
    /property="og:image" content="[^"]*\/images\/[^"]*?\/([0-9a-f]{40})-/.exec(text) ?? []
  const shown = [...text.matchAll(/<img\b[^>]* src="[^"]*\/([0-9a-f]{40})-/g)].map(([, id]) => id)
  return { shown, shared }
}
const shown = async (path: string) => (await pictures(path)).shown
const assets = () =>
  cached.lake.editor.fetch<string[]>('*[_type == "sanity.imageAsset"] | order(_id)[0...9]._id')
const hash = (asset = '') => asset.split('-')[1]
const picture = (_ref = '', _key?: string, alt = 'A picture') => ({
  ...{ _type: 'figure', alt, asset: { _type: 'reference', _ref } },
  ...(_key && { _key }),
})

describe('a translation without pictures', () => {
  it.each(['/', '/index', '/services/local', '/business/seller'])(
    'shows those of the original: %s',
    async (path) => {
      const english = await shown(path)
      expect(english.length).toBeGreaterThan(0)
      expect(await shown(path === '/' ? '/ar' : `/ar${path}`)).toEqual(english)
    },
  )

  it('shows a replaced picture, also in shared links, unless it has its own', async () => {
    const [first, second, third] = await assets()
    await edit('service-local', {
      figure: picture(first),
      seo: { _type: 'seo', image: picture(second) },
    })
    const now = () => pictures('/ar/services/local')
    expect(await now()).toEqual({ shown: [hash(first)], shared: hash(second) })
    await edit('service-local-ar', { 'figure.asset': { _type: 'reference', _ref: third } })
    expect(await now()).toEqual({ shown: [hash(third)], shared: hash(second) })
    await edit('service-local', { figure: picture(second) })
    expect(await shown('/es/services/local')).toEqual([hash(second)])
    expect(await now()).toEqual({ shown: [hash(third)], shared: hash(second) })
  })
})
