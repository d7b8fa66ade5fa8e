import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSeedOriginals } from '../seed/documents.ts'
import { findPagesUsing } from '../studio/preview/pages-using.ts'
import { type RemoteLake, startLake } from './cached-site.ts'

const seed = readSeedOriginals() as unknown as Record<string, unknown>[]

let lake: RemoteLake
beforeAll(async () => {
  lake = await startLake()
})
afterAll(() => lake.close())

/** Without kept connections: the lake closes those that are idle while the machine is busy. */
const client = () => lake.editor.withConfig({ headers: { connection: 'close' } })
const locations = (id: string) => findPagesUsing(client(), id)
const hrefs = async (id: string) => (await locations(id)).map(({ href }) => href.split('#')[0])

it('finds exactly the pages that list a question', async () => {
  const entries = seed.filter(({ _type }) => _type === 'faqEntry').slice(0, 4)
  for (const { _id } of entries) {
    const lists = seed.filter(({ entries, more, faq, sections }) =>
      JSON.stringify([entries, more, faq, sections]).includes(`"${_id}"`),
    )
    const paths = { faqPage: '/support/faq', landingPage: '/', affiliatesPage: '/affiliates' }
    const expected = lists.map(({ _type }) => paths[_type as keyof typeof paths])
    const found = (await hrefs(String(_id))).filter((path) => !path?.startsWith('/affiliates/'))
    expect(found.sort(), String(_id)).toEqual(expected.sort())
  }
})

it('finds the pages that show a commission, or a fact', async () => {
  const found = await hrefs('branch-local')
  expect(found).toEqual(
    expect.arrayContaining([
      ...['/index', '/services/local', '/business/commission', '/business/commission/calculator'],
      '/support/faq',
    ]),
  )
  for (const path of ['/services/mall', '/business/driver', '/support/terms', '/waitlist']) {
    expect(found).not.toContain(path)
  }
  const fact = { _type: 'programFact', _key: 'f', fact: 'rate' }
  const program = { _type: 'reference', _ref: 'program-creator' }
  const body = [{ _type: 'block', _key: 'b', children: [{ ...fact, program }] }]
  expect(await hrefs('program-creator')).not.toContain('/support/privacy')
  await lake.editor.patch('legal-privacy').set({ body }).commit()
  expect(await hrefs('program-creator')).toContain('/support/privacy')
})

it('links to the anchor of a question or an article', async () => {
  for (const type of ['faqEntry', 'helpArticle']) {
    const document = seed.find(({ _type }) => _type === type) as {
      _id: string
      slug: { current: string }
    }
    const found = await locations(document._id)
    expect(found.length).toBeGreaterThan(0)
    for (const { href } of found) expect(href).toMatch(new RegExp(`#${document.slug.current}$`))
  }
})

it('finds pages that show a document without a reference to it', async () => {
  const address = (current: string) => ({ slug: { _type: 'slug', current } })
  const section = (_type: string, fields: object = {}) => ({ _key: 's', _type, ...fields })
  const page = (slug: string, one: object) =>
    lake.editor.create({
      ...{ _id: `page-${slug}`, _type: 'page', title: slug, ...address(slug), sections: [one] },
    })
  await page('table', section('commissionsSection'))
  await page('hidden', section('commissionsSection', { hidden: true }))
  await page('calculator', section('commissionsSection', { calculator: true }))
  await page('screens', section('screensSection'))
  const sentence = { _type: 'datedSentence', _key: 'd', about: 'challenge' }
  const text = [{ _type: 'block', _key: 'b', children: [sentence] }]
  await page('challenge', section('heroSection', { text }))
  const campaign = ['/table', '/hidden', '/calculator', '/screens', '/challenge']
  const found = async (id: string) =>
    (await hrefs(id)).filter((path) => campaign.includes(`${path}`)).sort()
  expect(await found('branch-mall')).toEqual(['/calculator', '/table'])
  expect(await found('calculatorPage')).toEqual(['/calculator'])
  expect(await found('landingPage')).toEqual(['/screens'])
  expect(await found('program-challenge')).toEqual(['/challenge'])
  expect(await found('program-creator')).toEqual([])
  expect(await found('legal-terms')).toEqual([])
  expect(await hrefs('branch-mall-ar')).toContain('/ar/table')
})

it('reads drafts', async () => {
  const id = 'faq-seller'
  const section = {
    ...{ _key: 's', _type: 'faqSection' },
    entries: [{ _key: 'e', _type: 'reference', _ref: id }],
  }
  const page = { _type: 'page', title: 'Campaign', slug: { _type: 'slug', current: 'sale/eid' } }
  await lake.editor.create({ ...page, _id: 'drafts.sale', sections: [section] })
  expect(await hrefs(id)).toContain('/sale/eid')
  const faqPage = await lake.editor.getDocument('faqPage')
  await lake.editor.create({ ...faqPage, _type: 'faqPage', _id: 'drafts.faqPage', entries: [] })
  expect(await hrefs('faq-commission')).not.toContain('/support/faq')
  await lake.editor.delete({ query: '*[_id in ["drafts.sale", "drafts.faqPage"]]' })
})

it('finds the pages of the original for a translation, in its language', async () => {
  const english = await hrefs('branch-local')
  expect(english).toContain('/business/commission')
  expect(await hrefs('branch-local-ar')).toEqual(
    english.map((path) => (path === '/' ? '/ar' : `/ar${path}`)),
  )
  await lake.editor.create({ _id: 'orphan-ar', _type: 'branch', language: 'ar' })
  expect(await hrefs('orphan-ar')).toEqual([])
})
