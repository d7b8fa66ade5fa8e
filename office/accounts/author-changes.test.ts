import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { openLake } from 'local-content-lake'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../packages/content-lake/src/testing/people.ts'
import { roles } from './roles.ts'

/** Requests by authors, who create translations in the Studio. */
const directory = mkdtempSync(join(tmpdir(), 'author-'))
let lake: Awaited<ReturnType<typeof openLake>>
let server: Server
let arabic: SanityClient
let author: SanityClient

beforeAll(async () => {
  lake = await openLake({
    ...{ directory, projectId: 'halvi', dataset: 'production', token: 'a-token-for-tests' },
    login: { password: 'a password for tests only', roles },
  })
  server = createServer((request, response) => lake.handle(request, response, () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientOf = async (role: string) => {
    const site = {
      directory,
      origin,
      request: (path: string, init?: RequestInit) =>
        fetch(origin + path, { ...init, headers: { ...init?.headers, origin } }),
    }
    const { headers } = await signIn(site, { role })
    return createClient({
      ...{ projectId: 'halvi', dataset: 'production', apiVersion: '2025-02-19', headers },
      ...{ apiHost: origin, useProjectHostname: false, useCdn: false, maxRetries: 0 },
    })
  }
  arabic = await clientOf('author:ar')
  author = await clientOf('author')
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await lake.close()
  rmSync(directory, { recursive: true })
})

const entry = (language: string, _ref: string) => ({
  ...{ _key: language, _type: 'internationalizedArrayReferenceValue', language },
  value: { _type: 'reference', _ref, _weak: true },
})
const list = (...translations: object[]) => ({
  ...{
    _id: 'translations-original',
    _type: 'translation.metadata',
    schemaTypes: ['page'],
    translations,
  },
})
const page = (_id: string, language?: string) => ({
  ...{ _id, _type: 'page', title: 'A page' },
  ...(language && { language }),
})
const original = entry('en', 'original')

beforeEach(() => {
  const all = [...lake.dataset.snapshot()].map(({ _id: id }) => ({ delete: { id } }))
  const content = [page('original'), page('es', 'es'), page('ar', 'ar'), page('drafts.es2', 'es')]
  lake.dataset.transact([...all, ...content.map((create) => ({ create }))], { author: 'test' })
})

/** Creates a translation as the Studio does. */
const create = (client: SanityClient, id: string, language: string) =>
  client
    .transaction()
    .createIfNotExists(page(`drafts.${id}`, language))
    .createIfNotExists(list(original))
    .patch('translations-original', (patch) =>
      patch
        .unset([`translations[language == "${language}"]`])
        .insert('after', 'translations[-1]', [entry(language, id)]),
    )
    .commit()

const entries = () =>
  (
    lake.dataset.get('translations-original') as { translations?: { _key: string }[] } | undefined
  )?.translations?.map(({ _key }) => _key)

describe('an author', () => {
  it('creates translations, and again after one was deleted', async () => {
    await create(arabic, 'original-ar', 'ar')
    expect(entries()).toEqual(['en', 'ar'])
    await arabic.delete('drafts.original-ar')
    await create(arabic, 'original-ar', 'ar')
    await create(author, 'original-es', 'es')
    expect(entries()).toEqual(['en', 'ar', 'es'])
  })

  it('for one language creates translations in that language only', async () => {
    await expect(create(arabic, 'spanish', 'es')).rejects.toMatchObject({ statusCode: 403 })
    expect(entries()).toBeUndefined()
  })

  const refused: Record<string, object[]> = {
    'a published document as a translation': [
      {
        patch: {
          id: 'translations-original',
          insert: { after: 'translations[-1]', items: [entry('ar', 'ar')] },
        },
      },
    ],
    'a draft of another language': [
      {
        patch: {
          id: 'translations-original',
          insert: { after: 'translations[-1]', items: [entry('ar', 'es2')] },
        },
      },
    ],
    'another document as the original': [
      { create: page('drafts.other', 'ar') },
      {
        patch: {
          id: 'translations-original',
          set: { translations: [entry('en', 'ar'), entry('ar', 'other')] },
        },
      },
    ],
    'two translations to one language': [
      { create: page('drafts.one', 'ar') },
      { create: page('drafts.two', 'ar') },
      {
        patch: {
          id: 'translations-original',
          insert: { after: 'translations[-1]', items: [entry('ar', 'one'), entry('ar', 'two')] },
        },
      },
    ],
    'the removal of a translation': [
      { patch: { id: 'translations-original', unset: ['translations[language == "es"]'] } },
    ],
    'other fields': [
      { patch: { id: 'translations-original', set: { schemaTypes: ['faqEntry'] } } },
    ],
    'its deletion': [{ delete: { id: 'translations-original' } }],
  }
  it.each(Object.entries(refused))(
    'cannot write to a list of translations: %s',
    async (_, given) => {
      lake.dataset.transact([{ create: list(original, entry('es', 'es')) }], { author: 'test' })
      const before = JSON.stringify([...lake.dataset.snapshot()])
      for (const client of [arabic, author]) {
        await expect(client.mutate(given as never)).rejects.toMatchObject({ statusCode: 403 })
      }
      expect(JSON.stringify([...lake.dataset.snapshot()])).toBe(before)
    },
  )

  const strong = { _type: 'reference', _ref: 'original' }
  const draft = page('drafts.one', 'ar')
  const ofOwn = entry('ar', 'one')
  const newLists: Record<string, object> = {
    'with the id of another document': { ...list(original, ofOwn), _id: 'original-fr' },
    'without its original': list(ofOwn),
    'without translations': list(),
    'without an id of its own': { ...list(original, ofOwn), _id: 'translations-other' },
    'of a document that does not exist': {
      ...list(entry('en', 'none'), ofOwn),
      _id: 'translations-none',
    },
    'with a strong reference': list(original, { ...ofOwn, value: { ...strong, _ref: 'one' } }),
    'with a strong reference to its original': list({ ...original, value: strong }, ofOwn),
    'with another field': { ...list(original, ofOwn), related: strong },
    'with a field in an entry': list(original, { ...ofOwn, related: strong }),
    'with a field in a reference': list(original, {
      ...ofOwn,
      value: { ...ofOwn.value, related: [strong] },
    }),
    'with an entry of another type': list(original, { ...ofOwn, _type: 'object' }),
    'of other types': { ...list(original, ofOwn), schemaTypes: ['page', 'faqEntry'] },
  }
  it.each(Object.entries(newLists))('cannot create a list of translations: %s', async (_, one) => {
    const before = JSON.stringify([...lake.dataset.snapshot()])
    for (const client of [arabic, author]) {
      for (const kind of ['create', 'createIfNotExists', 'createOrReplace']) {
        const mutations = [{ createOrReplace: draft }, { [kind]: one }]
        await expect(client.mutate(mutations as never)).rejects.toMatchObject({ statusCode: 403 })
      }
    }
    expect(JSON.stringify([...lake.dataset.snapshot()])).toBe(before)
  })

  it('cannot make a reference in a list strong', async () => {
    await create(arabic, 'original-ar', 'ar')
    for (const patch of [
      { unset: ['translations[0].value._weak'] },
      { set: { 'translations[language == "ar"].value._weak': false } },
      { set: { translations: [{ ...original, value: strong }, entry('ar', 'original-ar')] } },
    ]) {
      const change = arabic.mutate([{ patch: { id: 'translations-original', ...patch } }] as never)
      await expect(change).rejects.toMatchObject({ statusCode: 403 })
    }
  })

  it('adds the original to its list if it is missing', async () => {
    lake.dataset.transact([{ create: list(entry('es', 'es')) }], { author: 'test' })
    await arabic
      .transaction()
      .create(draft)
      .patch('translations-original', {
        set: { translations: [original, entry('es', 'es'), ofOwn] },
      })
      .commit()
    expect(entries()).toEqual(['en', 'es', 'ar'])
  })

  it.each<[string, string, object]>([
    ['of another language', 'drafts.original-es', page('', 'ar')],
    ['of a language with a region', 'drafts.original-pt-br', page('', 'ar')],
    ['of another type', 'drafts.original-ar', { ...page('', 'ar'), _type: 'faqEntry' }],
    ['that is a list', 'drafts.translations-original', { ...list(), language: 'ar' }],
    ['with the id of a list', 'drafts.translations-other', page('', 'ar')],
    ['of another type than its document', 'drafts.ar', { ...page('', 'ar'), _type: 'redirect' }],
  ])('cannot take the id of a document: a draft %s', async (_name, _id, content) => {
    for (const client of [arabic, author]) {
      const write = client.createOrReplace({ ...content, _id } as never)
      await expect(write).rejects.toMatchObject({ statusCode: 403 })
      const [publishedId, attributes] = [_id.replace('drafts.', ''), { ...content, _id }]
      const actionType = 'sanity.action.document.create'
      const act = client.action({ actionType, publishedId, attributes, ifExists: 'fail' } as never)
      await expect(act).rejects.toMatchObject({ statusCode: expect.toSatisfy((s) => s >= 400) })
    }
    expect(lake.dataset.get(_id)).toBeUndefined()
  })

  it('writes drafts with any other id', async () => {
    for (const id of ['original-copy', 'a-b-ar', '0b6f1b9e-1b7e-4b0e-8f6c-0e7f7d1b2c3d', 'ar'])
      await arabic.createOrReplace(page(`drafts.${id}`, 'ar'))
    expect(lake.dataset.get('drafts.a-b-ar')).toBeDefined()
  })

  it('cannot make a translation the original of others', async () => {
    const created = author.create(list(entry('en', 'ar')))
    await expect(created).rejects.toMatchObject({ statusCode: 403 })
  })
})
