import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTranslation } from '../studio/translations/create-translation.ts'
import { type RemoteLake, startLake } from './cached-site.ts'

let lake: RemoteLake
beforeAll(async () => {
  lake = await startLake()
})
afterAll(() => lake.close())

/** Without a schema, all fields are copied. */
const schema = { get: () => undefined } as unknown as Parameters<typeof createTranslation>[1]
const client = () => lake.editor.withConfig({ headers: { connection: 'close' } })
const entry = (language: string | undefined, _ref: string) => ({
  ...{ _key: `${language}-${_ref}`, _type: 'internationalizedArrayReferenceValue' },
  ...(language && { language }),
  value: { _type: 'reference', _ref, _weak: true },
})
const list = (_id: string, ...translations: object[]) => ({
  ...{ _id, _type: 'translation.metadata', schemaTypes: ['page'], translations },
})
const page = (_id: string, language?: string) => ({
  ...{ _id, _type: 'page', title: _id, ...(language && { language }) },
})
const en = entry('en', 'a')
const es = entry('es', 'a-es')

/** Returns all lists as `id: language=document, …`. */
const lists = async () =>
  (
    await client().fetch<{ _id: string; entries: { language: string; id: string }[] }[]>(
      '*[_type == "translation.metadata"] | order(_id){_id, "entries": translations[]{language, "id": value._ref}}',
      {},
      { perspective: 'raw' },
    )
  ).map(
    ({ _id, entries }) =>
      `${_id}: ${entries
        .map(({ language, id }) => `${language}=${id}`)
        .sort()
        .join(', ')}`,
  )

beforeEach(async () => {
  await client().delete({
    query:
      '*[_type in ["page", "translation.metadata"] && !string::startsWith(_id, "page-professional-apply")]',
  })
  for (const one of [page('a'), page('a-es', 'es'), page('b')]) await client().create(one)
})

const create = (language = 'ar', perspective = ['drafts']) =>
  createTranslation(client(), schema, 'a', language, perspective)

describe('creating a translation', () => {
  const whole = 'translations-a: ar=a-ar, en=a, es=a-es'
  it.each([
    ['adds it to a complete list', [list('translations-a', en, es)], whole],
    ['adds a lost original', [list('translations-a', es)], whole],
    ['fills a list without members', [list('translations-a')], 'translations-a: ar=a-ar, en=a'],
    [
      'fills a list without the field',
      [{ _id: 'translations-a', _type: 'translation.metadata' }],
      'translations-a: ar=a-ar, en=a',
    ],
    ['replaces a deleted original', [list('translations-a', entry('en', 'gone'), es)], whole],
    [
      'removes entries without a language, and second ones',
      [list('translations-a', en, en, es, entry('es', 'gone'), entry(undefined, 'a-es'))],
      whole,
    ],
    [
      'prefers an existing document in a language',
      [list('translations-a', en, entry('es', 'gone'), es)],
      whole,
    ],
    [
      'replaces a deleted translation, and the original as its own translation',
      [list('translations-a', en, es, entry('ar', 'gone'), entry('ar', 'a'))],
      whole,
    ],
    ['merges two lists', [list('l1', en), list('l2', en, es)], 'l1: ar=a-ar, en=a, es=a-es'],
    [
      'leaves the list of another original as it is',
      [list('translations-b', entry('en', 'b'), entry('fr', 'b-fr'))],
      'translations-a: ar=a-ar, en=a',
    ],
  ])('%s', async (_, before, after) => {
    for (const one of before) await client().create(one)
    expect(await create()).toBe('drafts.a-ar')
    expect(await lists()).toContain(after)
    expect(await lists()).toHaveLength(before[0]?._id === 'translations-b' ? 2 : 1)
    expect(await client().getDocument('drafts.a-ar')).toMatchObject({ language: 'ar', title: 'a' })
  })

  it('uses an existing translation, also one with another id', async () => {
    await client().create(list('l', en, entry('ar', 'other')))
    await client().create(page('other', 'ar'))
    expect(await create()).toBe('other')
    expect(await create('es')).toBe('a-es')
    expect(await lists()).toEqual(['l: ar=other, en=a, es=a-es'])
    expect(await client().getDocument('drafts.a-ar')).toBeUndefined()
  })

  it('completes a list that has only the translation', async () => {
    await client().create(list('l', es))
    expect(await create('es')).toBe('a-es')
    expect(await lists()).toEqual(['l: en=a, es=a-es'])
  })

  it('in a release makes the list complete', async () => {
    const releaseId = 'rtest'
    const metadata = { title: 'T', releaseType: 'asap' } as const
    await client().action({ actionType: 'sanity.action.release.create', releaseId, metadata })
    await client().create({ ...page('a'), _id: 'versions.rtest.a' })
    await client().create(list('translations-a', es))
    expect(await create('ar', ['rtest', 'drafts'])).toBe('versions.rtest.a-ar')
    expect(await lists()).toEqual([whole])
  })

  it('fails if an id belongs to another document, and changes nothing', async () => {
    await client().create(list('translations-a', entry('en', 'b')))
    const before = await lists()
    await expect(create()).rejects.toThrow('belongs to another document')
    await client().delete('translations-a')
    await client().create(page('a-ar'))
    await expect(create()).rejects.toThrow('has the ID a-ar')
    expect(before).toEqual(['translations-a: en=b'])
    expect(await lists()).toEqual([])
  })

  it('does not lose the entry of another editor at the same time', async () => {
    await Promise.all([create('ar'), create('es'), create('ar')])
    expect(await lists()).toEqual([whole])
  })
})
