import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { brotliSize, budgets } from '../scripts/budgets.js'
import { createPageHandler, type PageHandler, siteUrl } from './page-handler.ts'
import { type Section, sections } from './section-content.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const id = 'page-test'
afterEach(() =>
  site.editor.delete({
    query:
      '*[_type in ["page", "redirect"] && !string::startsWith(_id, "page-professional-apply")]',
  }),
)

async function publish(content: readonly object[], fields: object = {}) {
  await site.editor.createOrReplace({
    _id: id,
    _type: 'page',
    title: 'Ramadan on Halvi',
    slug: { _type: 'slug', current: 'ramadan/2027' },
    sections: content,
    ...fields,
  })
}

async function load(path = '/ramadan/2027') {
  const response = await site.request(path)
  return { status: response.status, html: await response.text() }
}

const one = <Type extends keyof typeof sections>(type: Type, change: object = {}): Section => ({
  ...sections[type],
  _key: type,
  ...change,
})
const all = Object.keys(sections).map((type) => one(type as keyof typeof sections))

describe('a page with more content than a page has room for', () => {
  const many = (length: number, section: (n: number) => object) =>
    Array.from({ length }, (_, n) => ({ _key: `k${n}`, ...section(n) }))
  const entries = async () =>
    (await site.editor.fetch<string[]>('*[_type == "faqEntry"]._id')).map((_ref, n) => ({
      _key: `e${n}`,
      _type: 'reference',
      _ref,
    }))
  it.each<[string, () => object[] | Promise<object[]>]>([
    ['5,000 small sections', () => many(5_000, () => ({ _type: 'commissionsSection' }))],
    ['5,000 unknown sections', () => many(5_000, () => ({ _type: 'none' }))],
    ['quotes without end', () => [one('quoteSection', { quotes: many(20_000, () => ({})) })]],
    [
      '1,200 lists of questions',
      async () => {
        const questions = await entries()
        return many(1_200, () => ({ _type: 'faqSection', entries: questions }))
      },
    ],
  ])('shows the first part: %s', async (_name, content) => {
    await publish(await content())
    const { status, html } = await load()
    expect(status).toBe(200)
    expect(html.match(/<(section|details|blockquote)\b/g)?.length ?? 0).toBeLessThanOrEqual(1_060)
  })
})

const headings = (html: string) =>
  [...html.matchAll(/<h[12][^>]*>([^<]+)/g)].map(([, words = '']) => words)

describe('a page built from sections', () => {
  it('shows its sections in their order, with one main heading', async () => {
    await publish([one('textSection'), one('heroSection'), one('joinSection')])
    const { status, html } = await load()
    expect(status).toBe(200)
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
    const { textSection, heroSection, joinSection } = sections
    const expected = [textSection.heading.title, heroSection.title, joinSection.card.title]
    expect(headings(html).slice(0, 3)).toEqual(expected)
    expect(html).toContain(`<link rel="canonical" href="${siteUrl}/ramadan/2027"`)
    expect(html).toContain('business_type=restaurant')
    await publish([one('joinSection'), one('textSection')])
    expect(headings((await load()).html).slice(0, 3)).toEqual([
      'Ramadan on Halvi',
      joinSection.card.title,
      textSection.heading.title,
    ])
  })

  it.each(Object.keys(sections))('shows a section of type %s, also twice', async (type) => {
    const section = one(type as keyof typeof sections)
    await publish([])
    const { html: without } = await load()
    await publish([section, { ...section, _key: 'again' }])
    const { status, html } = await load()
    expect(status).toBe(200)
    expect(html.length).toBeGreaterThan(without.length + 200)
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name)
    expect(ids.filter((name, index) => ids.indexOf(name) < index)).toEqual([])
    const motifs = html.match(/class="(star|lattice)[ "]/g) ?? []
    expect(motifs.length).toBeLessThanOrEqual(1)
  })

  it('leaves out hidden sections, and shows its title if all are hidden', async () => {
    await publish(all.map((section) => ({ ...section, hidden: true })))
    const { status, html } = await load()
    expect(status).toBe(200)
    expect(html.match(/<h1[^>]*>Ramadan on Halvi</g)).toHaveLength(1)
    expect(html).not.toContain(sections.textSection.heading.title)
    expect(html).not.toContain('data-island')
  })

  it('loads scripts only for a countdown that runs', async () => {
    const endsAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await publish([one('countdownSection', { endsAt: endsAt(3) })])
    expect((await load()).html).toContain('data-island="Countdown"')
    await publish([one('countdownSection', { endsAt: endsAt(-3), after: undefined })])
    expect((await load()).html.includes('data-islands')).toBe(false)
    await publish([one('textSection')])
    expect((await load()).html.includes('data-islands')).toBe(false)
  })

  it('has its questions as JSON-LD, and its breadcrumb', async () => {
    await publish([one('faqSection')])
    const { html } = await load()
    const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
    const types = data.map(([, json = '']) => JSON.parse(json)['@type'])
    expect(types.sort()).toEqual(['BreadcrumbList', 'FAQPage'])
  })

  it('stays within its budget with all sections', async () => {
    await publish(all)
    const { html } = await load()
    expect(brotliSize(html)).toBeLessThanOrEqual(budgets.sectionPage)
  })
})

describe('the address of a page', () => {
  it('works in any case, with a slash at the end, and in any script', async () => {
    await publish([])
    for (const path of ['/Ramadan/2027', '/ramadan/2027/', '/%72amadan/2027']) {
      const { status, html } = await load(path)
      expect(status, path).toBe(200)
      expect(html).toContain(`<link rel="canonical" href="${siteUrl}/ramadan/2027"`)
    }
    const slug = { _type: 'slug', current: 'رمضان/۲۰۲۷' }
    await publish([], { slug })
    const path = encodeURI(`/${slug.current}`)
    const { status, html } = await load(path)
    expect(status).toBe(200)
    expect(html).toContain(`<link rel="canonical" href="${siteUrl}${path}"`)
    expect(await (await site.request('/sitemap.xml')).text()).toContain(
      `<loc>${siteUrl}${path}</loc>`,
    )
  })

  it('never replaces another page', async () => {
    for (const current of [
      'waitlist',
      'services/local',
      'terms',
      'support/terms',
      'services/new',
    ]) {
      const before = await site.request(`/${current}`)
      await publish([], { slug: { _type: 'slug', current } })
      const after = await site.request(`/${current}`)
      expect([after.status, after.headers.get('location')]).toEqual([
        before.status,
        before.headers.get('location'),
      ])
      if (after.status === 200) expect(await after.text()).not.toContain('Ramadan on Halvi')
    }
  })

  it('is in the sitemap unless the page is unlisted or kept out of search engines', async () => {
    const listed = async () =>
      (await (await site.request('/sitemap.xml')).text()).includes('/ramadan/2027')
    await publish([])
    expect(await listed()).toBe(true)
    expect((await load()).html).not.toContain('noindex')
    await publish([], { unlisted: true })
    expect(await listed()).toBe(false)
    expect((await load()).html).not.toContain('noindex')
    await publish([], { noindex: true })
    expect(await listed()).toBe(false)
    expect((await load()).html).toContain('<meta name="robots" content="noindex"')
  })
})
