import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf } from '../testing/lake-fixture.ts'
import { openSubject, type Subject } from './subject.ts'

let subject: Subject
let client: SanityClient
let own: Subject['own']
let _type: string

beforeAll(async () => {
  subject = await openSubject()
  client = subject.client()
  own = subject.own
  _type = own('note')
})
afterAll(() => subject.close())

/** Returns the status of a rejected request, and the error of its first item. */
async function firstError(work: Promise<unknown>) {
  const { statusCode, details } = await errorOf(work)
  const items = details.items as { error: { type: string }; index?: number }[]
  return { statusCode, type: details.type, first: items[0]?.error.type, index: items[0]?.index }
}

describe('creating', () => {
  it("sets a document's id, times, and revision", async () => {
    const created = await client.create({ _type, text: 'a' })
    expect(created).toMatchObject({ _type, text: 'a', _rev: expect.any(String) })
    expect(Date.parse(created._createdAt)).toBe(Date.parse(created._updatedAt))
    const stored = await client.getDocument(created._id)
    expect(stored).toMatchObject({ _id: created._id, _rev: created._rev, text: 'a' })
  })

  it('fails if the document exists, unless it replaces or ignores it', async () => {
    const _id = own('taken')
    await client.create({ _id, _type, text: 'first' })
    expect(await firstError(client.create({ _id, _type }))).toEqual({
      statusCode: 409,
      type: 'mutationError',
      first: 'documentAlreadyExistsError',
      index: 0,
    })
    await client.createIfNotExists({ _id, _type, text: 'second' })
    expect(await client.getDocument(_id)).toMatchObject({ text: 'first' })
    await client.createOrReplace({ _id, _type, other: 1 })
    expect(await client.getDocument(_id)).not.toHaveProperty('text')
  })

  it('fails for an invalid id or document', async () => {
    for (const document of [{ _id: own('a b'), _type }, { _id: 'x'.repeat(200), _type }, {}]) {
      expect(await errorOf(client.create(document as never))).toMatchObject({ statusCode: 400 })
    }
  })
})

describe('objects in arrays', () => {
  interface Item {
    _key?: string
    inner?: Item[]
  }
  const items = (from: unknown) => (from as { list: Item[] }).list

  it('get missing keys with autoGenerateArrayKeys', async () => {
    const options = { autoGenerateArrayKeys: true }
    const _id = own('keyed')
    const list: Item[] = [{ inner: [{}, {}] }, { _key: 'mine' }]
    const created = await client.create({ _id, _type, list, numbers: [1] }, options)
    const [first, second] = items(created)
    const inner = first?.inner?.map(({ _key }) => _key)
    expect([first?._key, ...(inner ?? [])]).toEqual(Array(3).fill(expect.stringMatching(/./)))
    expect(new Set(inner).size).toBe(2)
    expect([second, created.numbers]).toEqual([{ _key: 'mine' }, [1]])
    const patched = await client.patch(_id).append('list', [{}, {}]).commit(options)
    const keys = items(patched).map(({ _key }) => _key)
    expect(keys.slice(0, 2)).toEqual([first?._key, 'mine'])
    expect(new Set(keys).size).toBe(4)
    expect(keys).not.toContain(undefined)
    const byQuery = { query: '*[_id == $wanted[0].id]', params: { wanted: [{ id: _id }] } }
    await client
      .patch(byQuery)
      .set({ list: [{}] })
      .commit(options)
    const set = await client.getDocument(_id)
    expect(items(set)).toEqual([{ _key: expect.stringMatching(/./) }])
  })

  it('get no keys by default', async () => {
    const created = await client.create({ _type, list: [{}] })
    expect(items(created)).toEqual([{}])
  })
})

describe('patching', () => {
  it('supports all patch operations', async () => {
    const _id = own('patched')
    const list = [
      { _key: 'a', v: 1 },
      { _key: 'b', v: 2 },
    ]
    await client.create({ _id, _type, n: 1, gone: true, text: 'The quick brown fox', list })
    await client
      .patch(_id)
      .setIfMissing({ added: {}, n: 99 })
      .set({ 'added.inner': 'x', 'list[_key=="a"].v': 10 })
      .unset(['gone'])
      .inc({ n: 3 })
      .diffMatchPatch({ text: '@@ -1,9 +1,8 @@\n The \n-quick\n+slow\n' })
      .insert('after', 'list[-1]', [{ _key: 'c', v: 3 }])
      .commit()
    const patched = await client.getDocument(_id)
    expect(patched).toMatchObject({ n: 4, added: { inner: 'x' }, text: 'The slow brown fox' })
    expect(patched?.list).toEqual([
      { _key: 'a', v: 10 },
      { _key: 'b', v: 2 },
      { _key: 'c', v: 3 },
    ])
    expect(patched).not.toHaveProperty('gone')
    await client
      .patch(_id)
      .insert('before', 'list[_key=="b"]', [{ _key: 'd' }])
      .commit()
    const keys = await client.fetch('*[_id == $_id][0].list[]._key', { _id })
    expect(keys).toEqual(['a', 'd', 'b', 'c'])
  })

  it('works by query', async () => {
    const counted = own('counted')
    await client
      .transaction([1, 2].map((n) => ({ create: { _id: own(`q${n}`), _type: counted, n } })))
      .commit()
    const query = '*[_type == $counted]'
    await client.patch({ query, params: { counted } }).inc({ n: 10 }).commit()
    expect(await client.fetch(`${query} | order(n).n`, { counted })).toEqual([11, 12])
  })

  it.each(['inc', 'dec'] as const)('fails for %s of a missing attribute', async (operation) => {
    const _id = own(`without-${operation}`)
    await client.create({ _id, _type })
    const patch = client.patch(_id, { [operation]: { n: 1 } }).set({ other: true })
    expect(await firstError(patch.commit())).toMatchObject({ statusCode: 409 })
    expect(await client.getDocument(_id)).not.toHaveProperty('other')
    await client.patch(_id).setIfMissing({ n: 0 }).inc({ n: 1 }).commit()
    expect(await client.getDocument(_id)).toMatchObject({ n: 1 })
  })

  it('fails for an unexpected revision, a missing document, or another type', async () => {
    const _id = own('revised')
    const { _rev } = await client.create({ _id, _type, n: 0 })
    await client.patch(_id).ifRevisionId(_rev).set({ n: 1 }).commit()
    const late = client.patch(_id).ifRevisionId(_rev).set({ n: 2 }).commit()
    expect(await firstError(late)).toMatchObject({
      statusCode: 409,
      first: 'documentRevisionIDDoesNotMatchError',
    })
    expect(await firstError(client.patch(own('nobody')).set({ n: 1 }).commit())).toMatchObject({
      statusCode: 409,
      first: 'documentNotFoundError',
    })
    expect(
      await firstError(
        client
          .patch(_id)
          .set({ _type: own('other') })
          .commit(),
      ),
    ).toMatchObject({
      first: 'cannotModifyImmutableAttributeError',
    })
    expect(await client.getDocument(_id)).toMatchObject({ n: 1, _type })
  })
})

describe('a transaction', () => {
  it('is applied completely or not at all', async () => {
    const half = client
      .transaction()
      .create({ _id: own('half'), _type })
      .patch(own('nobody'), (patch) => patch.set({ a: 1 }))
    expect(await firstError(half.commit())).toMatchObject({ statusCode: 409, index: 1 })
    expect(await client.getDocument(own('half'))).toBeUndefined()
  })

  it('gives its documents one revision, and its id cannot be reused', async () => {
    const ids = [own('one'), own('two')]
    const transaction = client
      .transaction(ids.map((_id) => ({ createOrReplace: { _id, _type } })))
      .transactionId(own('once'))
    const { transactionId } = await transaction.commit({ returnDocuments: false })
    expect(transactionId).toBe(own('once'))
    const revisions = await client.fetch('*[_id in $ids]._rev', { ids })
    expect(revisions).toEqual([own('once'), own('once')])
    expect(await errorOf(transaction.commit())).toMatchObject({ statusCode: 409 })
  })

  it('stores nothing in a dry run', async () => {
    await client.create({ _id: own('dry'), _type }, { dryRun: true })
    expect(await client.getDocument(own('dry'))).toBeUndefined()
  })

  it('cannot break references', async () => {
    const [_id, target] = [own('referring'), own('target')]
    const referring = { _id, _type, to: { _type: 'reference', _ref: target } }
    expect(await firstError(client.create(referring))).toMatchObject({
      statusCode: 409,
      first: 'documentReferenceDoesNotExistError',
    })
    const weak = { ...referring, _id: own('weak'), to: { ...referring.to, _weak: true } }
    await client.create(weak)
    await client.transaction().create({ _id: target, _type }).create(referring).commit()
    expect(await firstError(client.delete(target))).toMatchObject({
      statusCode: 409,
      first: 'documentHasExistingReferencesError',
    })
    await client.transaction().delete(_id).delete(target).commit()
    expect(await client.getDocument(target)).toBeUndefined()
  })

  it('deletes existing documents and ignores missing ones', async () => {
    await client.create({ _id: own('short-lived'), _type })
    await client.delete(own('short-lived'))
    await client.delete(own('short-lived'))
    expect(await client.getDocument(own('short-lived'))).toBeUndefined()
  })

  it('is rejected for visitors', async () => {
    const { statusCode } = await errorOf(subject.visitor().create({ _id: own('mine'), _type }))
    expect([401, 403]).toContain(statusCode)
    expect(await client.getDocument(own('mine'))).toBeUndefined()
  })
})
