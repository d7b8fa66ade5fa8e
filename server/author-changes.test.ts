import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { openLake } from 'local-content-lake'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../packages/content-lake/src/testing/people.ts'
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
  const all = [...lake.dataset.all()].map(({ _id: id }) => ({ delete: { id } }))
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
      const before = JSON.stringify([...lake.dataset.all()])
      for (const client of [arabic, author]) {
        await expect(client.mutate(given as never)).rejects.toMatchObject({ statusCode: 403 })
      }
      expect(JSON.stringify([...lake.dataset.all()])).toBe(before)
    },
  )

  it('cannot make a translation the original of others', async () => {
    const created = author.create(list(entry('en', 'ar')))
    await expect(created).rejects.toMatchObject({ statusCode: 403 })
  })
})
