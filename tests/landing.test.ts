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

  it('has no phones next to its title without screens', async () => {
    expect(await load('/')).toMatch(/class="phone[ "]/)
    await site.editor.patch('landingPage').unset(['screens']).commit()
    expect(await load('/')).not.toMatch(/class="(phone|hero-screens)[ "]/)
  })

  it('shows at most two screens, and none without an image', async () => {
    const screens = seed.landing.screens as object[]
    const four = [...screens, ...screens].map((one, index) => ({ ...one, _key: `${index}` }))
    await site.editor.patch('landingPage').set({ screens: four }).commit()
    expect((await load('/')).match(/class="phone[ "]/g)).toHaveLength(2)
    await site.editor.patch('landingPage').set({ screens }).unset(['screens[0].asset']).commit()
    const html = await load('/')
    expect(html.match(/class="phone[ "]/g)).toHaveLength(1)
    expect(html.match(/fetchpriority="high"/gi)).toHaveLength(1)
  })

  it('keeps the shape of a card without a screen, and has no areas for screens without any', async () => {
    const counts = async () => {
      const html = find(await load('/'), /<ul class="link-cards">.*?<\/ul>/s)
      const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0
      return [count(/<h3/g), count(/class="card-screen"/g), count(/loading="lazy"/g)]
    }
    expect(await counts()).toEqual([6, 6, 6])
    await site.editor
      .patch('landingPage')
      .unset(['sections[_key=="benefits"].cards[1].screen'])
      .commit()
    expect(await counts()).toEqual([6, 6, 5])
    const { cards } = seed.landing.sections.find(
      ({ _key }: { _key: string }) => _key === 'benefits',
    )
    const plain = cards.map((card: object) => ({ ...card, screen: null }))
    await site.editor
      .patch('landingPage')
      .set({ 'sections[_key=="benefits"].cards': plain })
      .commit()
    expect(await counts()).toEqual([6, 0, 0])
  })

  it('omits the proof section without parts', async () => {
    expect(await load('/')).toContain('id="proof"')
    for (const path of ['.parts', '']) {
      await site.editor
        .patch('landingPage')
        .unset([`sections[_key=="proof"]${path}`])
        .commit()
      expect(await load('/')).not.toContain('id="proof"')
    }
  })

  it('shows the legal identity as far as it is filled in', async () => {
    expect(find(await load('/'), /<ul class="footer-identity">/)).toBe('')
    const identity = { _type: 'identity', legalName: 'Halvi, Inc.', certifiers: '' }
    await site.editor.patch('siteSettings').set({ identity }).commit()
    for (const path of ['/', '/support/terms']) {
      expect(await load(path)).toContain('footer-identity"><li>Halvi, Inc.</li></ul>')
    }
  })

  it('omits an empty phone number', async () => {
    expect(await load('/support/contact')).toContain('href="tel:')
    for (const field of ['contact.phone.number', 'contact.phone']) {
      await site.editor.patch('siteSettings').unset([field]).commit()
      for (const path of ['/', '/support/contact']) {
        expect(await load(path)).not.toMatch(/tel:|"telephone"/)
      }
    }
  })

  it('shows some menu entries only under More, or none', async () => {
    const menu = async () => find(await load('/'), /<nav id="menu".*?<\/nav>/s)
    for (const href of ['/onboarding', '/support/contact']) {
      expect(await menu()).toContain(`href="${href}"`)
      expect(find(await load('/'), /<nav class="menu-row".*?<\/nav>/s)).not.toContain(
        `href="${href}"`,
      )
    }
    await site.editor.patch('siteSettings').unset(['menuLinks']).commit()
    expect(await menu()).not.toContain('/onboarding')
  })
})

describe('the sections of the landing page', () => {
  afterEach(async () => {
    await site.editor.createOrReplace(seed.landing)
  })

  const publish = (sections: readonly object[]) =>
    site.editor.patch('landingPage').set({ sections }).commit()
  const types = (html: string) =>
    [
      ...html.matchAll(
        /class="link-cards|class="certificate cut|class="live-card cut|class="join-section|class="bg-sunken/g,
      ),
    ].map(([found]) => found.slice(7))

  it('are shown in their order, and can be hidden', async () => {
    const usual = ['link-cards', 'certificate cut', 'live-card cut', 'join-section', 'bg-sunken']
    expect(types(await load('/'))).toEqual(usual)
    await publish((seed.landing.sections as object[]).toReversed())
    expect(types(await load('/'))).toEqual(usual.toReversed())
    await publish((seed.landing.sections as object[]).map((one) => ({ ...one, hidden: true })))
    expect(types(await load('/'))).toEqual([])
  })

  it('are described as questions to search engines, only if there are any', async () => {
    expect(await load('/')).toContain('"@type":"FAQPage"')
    await site.editor.patch('landingPage').unset(['sections[_key=="questions"]']).commit()
    expect(await load('/')).not.toContain('"@type":"FAQPage"')
  })

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
  ['/business/driver', 'feature-driver', 'featurePage', 'features'],
])('in preview, the overlays can move the sections of %s', async (path, id, type, key) => {
  const previewSession = { kind: 'studio', until: Date.now() + 60_000 } as const
  const html = await (await site.request(path, undefined, { previewSession })).text()
  const place = `id=${id};type=${type};path=sections:${key};base=%2Fstudio`
  expect(html).toContain(`data-sanity="${place}"`)
  // Editors can add any section without loading the page again.
  expect(html).toContain('.quotes{')
})
