import type { SanityDocument } from 'sanity'
import { expect, it } from 'vitest'
import { readSeedDocuments } from '../../seed/documents.ts'
import { findPagesUsing } from './pages-using.ts'

const seed = readSeedDocuments() as unknown as SanityDocument[]
const hrefs = async (id: string, documents = seed) =>
  (await findPagesUsing(documents, id)).map(({ href }) => href.split('#')[0])
const changed = (id: string, fields: object) =>
  seed.map((document) => (document._id === id ? { ...document, ...fields } : document))

it('finds exactly the pages that list a question', async () => {
  const entries = seed.filter(({ _type }) => _type === 'faqEntry')
  for (const { _id } of entries) {
    const lists = seed.filter((document) => {
      const { entries, more, faq } = document as Record<string, object[] | undefined>
      return JSON.stringify([entries, more, faq]).includes(`"${_id}"`)
    })
    const paths = { faqPage: '/support/faq', landingPage: '/', affiliatesPage: '/affiliates' }
    const expected = lists.map(({ _type }) => paths[_type as keyof typeof paths])
    const found = (await hrefs(_id)).filter((path) => !path?.startsWith('/affiliates/'))
    expect(found.sort(), _id).toEqual(expected.sort())
  }
})

it('finds no page for a question that no page lists', async () => {
  const question = { ...seed.find(({ _type }) => _type === 'faqEntry'), _id: 'faq-new' }
  expect(await hrefs('faq-new', [...seed, question as SanityDocument])).toEqual([])
})

it('finds the pages that show a commission', async () => {
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
  const fact = { _type: 'programmeFact', _key: 'f', fact: 'rate' }
  const programme = { _type: 'reference', _ref: 'programme-creator' }
  const body = [{ _type: 'block', _key: 'b', children: [{ ...fact, programme }] }]
  const more = changed('legal-privacy', { body })
  expect(await hrefs('programme-creator')).not.toContain('/support/privacy')
  expect(await hrefs('programme-creator', more)).toContain('/support/privacy')
})

it.each([
  ['landingPage', ['/', '/index'], ['/waitlist']],
  ['affiliateApplyPage', ['/affiliate/apply/creator'], ['/affiliates']],
  ['legal-terms', ['/support/terms'], ['/support/privacy']],
  ['service-local', ['/services/local', '/services/mall'], ['/index', '/']],
  ['feature-driver', ['/business/driver'], ['/business/seller']],
  ['feature-professional-apply', ['/services/professional/apply'], ['/services/professional']],
  [
    'programme-creator',
    ['/affiliates', '/affiliates/creator', '/affiliate/apply/creator'],
    ['/affiliate/apply/regular', '/support/contact'],
  ],
])('finds the pages of %s', async (id, on, off) => {
  const found = await hrefs(id)
  expect(found).toEqual(expect.arrayContaining(on))
  for (const path of off) expect(found).not.toContain(path)
  expect(new Set(found).size).toBe(found.length)
})

it('links to the anchor of a question or an article', async () => {
  for (const type of ['faqEntry', 'helpArticle']) {
    const document = seed.find(({ _type }) => _type === type) as SanityDocument & {
      slug: { current: string }
    }
    const found = await findPagesUsing(seed, document._id)
    expect(found.length).toBeGreaterThan(0)
    for (const { href } of found) expect(href).toMatch(new RegExp(`#${document.slug.current}$`))
  }
})

it('reads drafts', async () => {
  const documents = seed.map((document) =>
    document._id === 'faqPage' ? { ...document, entries: [] } : document,
  )
  const [question] = seed.filter(({ _type }) => _type === 'faqEntry')
  expect(await hrefs(question?._id ?? '', documents)).not.toContain('/support/faq')
})
