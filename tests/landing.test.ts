import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'

type Documents = Awaited<ReturnType<typeof read>>

let site: PageHandler
let seed: Documents
beforeAll(async () => {
  site = await createPageHandler()
  seed = await read()
})
afterAll(() => site.close())

async function read() {
  const ids = ['landingPage', 'siteSettings']
  const [landing, settings] = await Promise.all(ids.map((id) => site.editor.getDocument(id)))
  if (!landing || !settings) throw new Error('The seed has no landing page')
  return { landing, settings }
}

const load = async (path: string) => {
  const response = await site.request(path)
  expect(response.status).toBe(200)
  return response.text()
}
const find = (html: string, pattern: RegExp) => pattern.exec(html)?.[0] ?? ''

describe('the landing page without optional content', () => {
  afterEach(async () => {
    const { landing, settings } = seed
    await site.editor.transaction().createOrReplace(landing).createOrReplace(settings).commit()
  })

  it('shows the legal identity as far as it is filled in', async () => {
    expect(find(await load('/'), /<ul class="footer-identity">/)).toBe('')
    const identity = { _type: 'identity', legalName: 'Halvi, Inc.', certifiers: '' }
    await site.editor.patch('siteSettings').set({ identity }).commit()
    for (const path of ['/', '/support/terms']) {
      expect(await load(path)).toMatch(
        /<ul class="footer-identity[^>]*><li>Halvi, Inc.<\/li><\/ul>/,
      )
    }
  })
})

describe('the sections of the landing page', () => {
  afterEach(async () => {
    await site.editor.createOrReplace(seed.landing)
  })

  const publish = (sections: readonly object[]) =>
    site.editor.patch('landingPage').set({ sections }).commit()
  it('have unique ids and one main heading, also twice and with a hero', async () => {
    const again = (seed.landing.sections as object[]).map((one, index) => ({
      ...one,
      _key: `again${index}`,
    }))
    const hero = { _type: 'heroSection', _key: 'hero', title: 'Once more', placement: 'beside' }
    await publish([...(seed.landing.sections as object[]), hero, ...again])
    const html = await load('/')
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
    expect(html).toMatch(/<h2[^>]*>Once more</)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name)
    expect(ids.filter((name, index) => ids.indexOf(name) < index)).toEqual([])
  })
})

it.each([
  ['/', 'landingPage', 'landingPage', 'metrics'],
  ['/business/driver', 'business-driver', 'businessPage', 'features'],
])('in preview, the overlays can move the sections of %s', async (path, id, type, key) => {
  const previewSession = { kind: 'studio', until: Date.now() + 60_000 } as const
  const html = await (await site.request(path, undefined, { previewSession })).text()
  const place = `id=${id};type=${type};path=sections:${key};base=%2Fstudio`
  expect(html).toContain(`data-sanity="${place}"`)
  // The whole stylesheet, because editors can add any section without loading the page again.
  expect(html).toMatch(/<link rel="stylesheet" href="[^"]+\.css" data-styles=""/)
})
