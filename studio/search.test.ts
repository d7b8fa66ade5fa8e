import { schemaTypes } from 'halvi-schemas'
import * as addresses from 'halvi-site/addresses'
import { siteWords } from 'halvi-site/words/words'
import { lastValueFrom } from 'rxjs'
import { createSchema, createSearch } from 'sanity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LakeFixture, startLake } from '../packages/content-lake/src/testing/lake-fixture.ts'
import { search as settings } from './search.ts'

const schema = createSchema({ name: 'default', types: schemaTypes(addresses, siteWords) })
const types = ['calculatorPage', 'faqEntry', 'mailMessage', 'page', 'waitlistPage']

const withMentions = [
  { _id: 'calculatorPage', _type: 'calculatorPage', title: 'What you’d keep' },
  { _id: 'calculatorPage-ar', _type: 'calculatorPage', language: 'ar', title: 'ما يبقى لكم' },
  { _id: 'faq-costs', _type: 'faqEntry', question: 'What does it cost?' },
].map((document) => ({
  ...document,
  waitlistCard: { title: 'Waitlist', text: 'Waitlist '.repeat(20) },
  joinCard: { title: 'الانتظار', text: 'Welcome '.repeat(20) },
}))
const withTitles = [
  { _id: 'waitlistPage', _type: 'waitlistPage', title: 'Join the Halvi Waitlist' },
  { _id: 'z-ar', _type: 'waitlistPage', language: 'ar', title: 'انضمّوا إلى قائمة الانتظار' },
  { _id: 'z-faq', _type: 'faqEntry', question: 'Is there a waitlist for Waitlist members?' },
  { _id: 'z-page', _type: 'page', title: 'The waitlist opens' },
  { _id: 'z-message', _type: 'mailMessage', subject: 'Welcome to Halvi' },
]

let lake: LakeFixture
beforeAll(async () => {
  lake = await startLake()
  const transaction = lake.client().transaction()
  const documents: { _id: string; _type: string }[] = [...withMentions, ...withTitles]
  for (const document of documents) transaction.create(document)
  await transaction.commit()
})
afterAll(() => lake.close())

/** Returns the ids of the documents that the Studio's search finds, in its order. */
async function search(query: string) {
  const all = types.map((type) => schema.get(type)).filter((type) => type !== undefined)
  const client = lake.client({ apiVersion: '2025-02-19', perspective: 'raw' })
  const { hits } = await lastValueFrom(createSearch(all, client, settings)({ query, types: all }))
  return hits.map(({ hit }) => hit._id)
}

it.each(['Waitlist', 'waitl'])('lists matches in titles first: %s', async (query) => {
  const ids = await search(query)
  expect(ids.slice(0, 3).sort()).toEqual(['waitlistPage', 'z-faq', 'z-page'])
  expect(ids).toHaveLength(6)
})

it('lists matches in Arabic titles and in subjects of messages first', async () => {
  expect((await search('الانتظار'))[0]).toBe('z-ar')
  expect((await search('Welcome'))[0]).toBe('z-message')
})
