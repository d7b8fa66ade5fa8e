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
    await site.editor.patch('landingPage').unset(['benefits[1].screen']).commit()
    expect(await counts()).toEqual([6, 6, 5])
    const benefits = (seed.landing.benefits as object[]).map((card) => ({ ...card, screen: null }))
    await site.editor.patch('landingPage').set({ benefits }).commit()
    expect(await counts()).toEqual([6, 0, 0])
  })

  it('omits the proof section without parts', async () => {
    expect(await load('/')).toContain('id="proof"')
    for (const path of ['proof.parts', 'proof']) {
      await site.editor.patch('landingPage').unset([path]).commit()
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

  it('marks a fictional phone number as a sample, and leads to the email address', async () => {
    const card = async () => find(await load('/support/contact'), /<ul class="shell[\s\S]*?<\/ul>/)
    const links = async () =>
      [...(await card()).matchAll(/href="(mailto|tel):/g)].map(([, to]) => to)
    const { hours } = await site.editor.fetch(
      '*[_id == "siteSettings"][0]{"hours": contact.phoneHours}',
    )
    expect(await links()).toEqual(['mailto', 'tel', 'mailto'])
    expect(await card()).not.toContain(hours)
    expect(await load('/')).not.toContain('"telephone"')

    const real = { 'contact.phone.number': '+12145550742' }
    await site.editor.patch('siteSettings').set(real).commit()
    expect(await links()).toEqual(['mailto', 'tel'])
    expect(await card()).toContain(hours)
    expect(await load('/')).toContain('"telephone":"+12145550742"')
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

  it('shows some menu entries only on phones, or none', async () => {
    const menu = async () => find(await load('/'), /<nav id="menu".*?<\/nav>/s)
    for (const href of ['/onboarding', '/support/contact']) {
      expect(await menu()).toMatch(new RegExp(`<li class="[^"]*menu-more"><a [^>]*href="${href}"`))
    }
    await site.editor.patch('siteSettings').unset(['menuLinks']).commit()
    expect(await menu()).not.toContain('/onboarding')
  })
})
