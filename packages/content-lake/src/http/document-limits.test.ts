import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorOf, type LakeFixture, startLake } from '../testing/lake-fixture.ts'
import { importDataset } from '../transfer/import.ts'

let fixture: LakeFixture
let client: SanityClient
beforeAll(async () => {
  fixture = await startLake({
    listLimits: { parts: 3, '*': 5 },
    maxDocumentBytes: 100_000,
    maxTextLength: 60_000,
    partLimits: { page: 3_100, '*': 10_000 },
  })
  client = fixture.client()
})
afterAll(() => fixture.close())

const items = (length: number, more: object = {}) =>
  Array.from({ length }, (_, n) => ({ _key: `k${n}`, _type: 'part', ...more }))
/** Returns lists in lists, with five items each. */
const nested = (depth: number): object[] =>
  depth === 0 ? [] : items(5, depth > 1 ? { inner: nested(depth - 1) } : {})
const references = items(5, { _ref: 'other', _weak: true })
const rejection = {
  statusCode: 400,
  message: expect.stringMatching(
    /"\w+" can have \d items|kB, and can have 100 kB|can have (?:60000 characters|3100)/,
  ),
}

it.each<[string, Record<string, unknown>]>([
  ['a list with its own limit', { parts: items(4) }],
  ['a list of plain values', { words: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  ['a list in an object in a list', { parts: items(1, { text: { children: items(6) } }) }],
  ['a long text in a list', { parts: items(1, { text: 'x'.repeat(60_001) }) }],
  ['4,000 sections', { sections: items(4_000) }],
  ['too many parts at all depths', { parts: items(3, { a: nested(4), b: nested(4) }) }],
  ['too much text', { text: 'x'.repeat(40_000), more: 'x'.repeat(40_000) }],
  ['too many line breaks', { text: '\n'.repeat(4_000) }],
  [
    'too many references',
    { parts: items(3, { of: items(5, { to: references, more: references }) }) },
  ],
  ['a text of more bytes than a document can have', { text: 'ا'.repeat(50_001) }],
])('rejects %s, however it is written', async (_name, lists) => {
  const document = { _id: 'page', _type: 'page', ...lists }
  const draft = { ...document, _id: 'drafts.page' }
  await client.createOrReplace({ _id: 'page', _type: 'page' })
  const file = join(fixture.directory, 'data.ndjson')
  writeFileSync(file, JSON.stringify(document))
  for (const write of [
    () => client.create({ ...document, _id: 'another' }),
    () => client.createOrReplace(document),
    () => client.createOrReplace(draft),
    () => client.patch('page').set(lists).commit(),
    () =>
      client.action({
        actionType: 'sanity.action.document.edit',
        draftId: 'drafts.page',
        publishedId: 'page',
        patch: { set: lists },
      }),
    () => importDataset(fixture.lake, file),
  ]) {
    expect(await errorOf(write())).toMatchObject({ message: rejection.message })
  }
  expect(await errorOf(client.createOrReplace(document))).toMatchObject(rejection)
  expect(await client.getDocument('drafts.page')).toBeUndefined()
})

it('accepts documents within the limits', async () => {
  const document = { _id: 'full', _type: 'page', parts: items(3), words: ['a', 'b', 'c', 'd', 'e'] }
  expect(await client.createOrReplace(document)).toMatchObject({ _id: 'full' })
  const other = { _id: 'other', _type: 'note', text: 'x'.repeat(41_000) }
  expect(await client.createOrReplace(other)).toMatchObject({ _id: 'other' })
  expect(await errorOf(client.patch('full').append('parts', items(1)).commit())).toMatchObject(
    rejection,
  )
})

it('lets people shorten a document that was too large before', async () => {
  const directory = `${fixture.directory}-large`
  const old = await startLake({ directory })
  await old.client().create({ _id: 'page', _type: 'page', text: 'x'.repeat(3000), title: 'long' })
  await old.close()
  const limited = await startLake({ directory, maxDocumentBytes: 2000 })
  const now = limited.client()
  expect(await errorOf(now.patch('page').set({ title: 'longer' }).commit())).toMatchObject({
    statusCode: 400,
  })
  await now.patch('page').set({ title: 'less' }).commit()
  expect(await now.getDocument('page')).toMatchObject({ title: 'less' })
  await limited.close()
})

it('lets people shorten a list that was over its limit before', async () => {
  const directory = `${fixture.directory}-old`
  const old = await startLake({ directory })
  await old.client().create({ _id: 'page', _type: 'page', parts: items(9) })
  await old.close()
  const limited = await startLake({ directory, listLimits: { parts: 3 } })
  const now = limited.client()
  const edit = (patch: object) =>
    now.action({
      actionType: 'sanity.action.document.edit',
      draftId: 'drafts.page',
      publishedId: 'page',
      patch: patch as never,
    })
  await edit({ set: { title: 'Shorter' } })
  await edit({ unset: ['parts[_key=="k8"]'] })
  expect(await errorOf(edit({ insert: { after: 'parts[-1]', items: items(3) } }))).toMatchObject(
    rejection,
  )
  await now.action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.page',
    publishedId: 'page',
  })
  expect((await now.getDocument('page'))?.parts).toHaveLength(8)
  await limited.close()
})
