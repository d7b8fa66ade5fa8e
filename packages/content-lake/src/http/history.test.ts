import type { SanityClient, SanityDocument } from '@sanity/client'
import Database from 'libsql'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PastTransaction } from '../dataset/history.ts'
import { type LakeFixture, startLake } from '../testing/lake-fixture.ts'
import { emptyFolder } from '../testing/local-lake.ts'
import { until } from '../testing/until.ts'

let fixture: LakeFixture
let client: SanityClient

beforeAll(async () => {
  fixture = await startLake()
  client = fixture.client()
})
// Each test starts without documents and without history.
afterEach(() => {
  const { dataset } = fixture.lake
  const all = [...dataset.snapshot()].map(({ _id: id }) => ({ delete: { id } }))
  if (all.length > 0) dataset.transact(all, { author: 'me' })
  dataset.history.prune('2100-01-01')
})
afterAll(() => fixture.close())

/** Returns the transactions as the Studio reads them, from NDJSON. */
async function transactions(ids: string, query: Record<string, string> = {}) {
  const body = await client.request({
    url: `/data/history/production/transactions/${ids}`,
    query: { effectFormat: 'mendoza', excludeContent: 'true', excludeMutations: 'true', ...query },
  })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as PastTransaction)
}

async function at(ids: string, query: Record<string, string>) {
  const url = `/data/history/production/documents/${ids}`
  const { documents } = await client.request<{ documents: SanityDocument[] }>({ url, query })
  return documents
}

/** Creates a draft, edits it, publishes it, edits it again, and deletes it with the published document. */
async function createHistory() {
  const states: (SanityDocument | undefined)[] = []
  const keep = (document?: SanityDocument) => states.push(document)
  keep(await client.create({ _id: 'drafts.a', _type: 'note', text: 'The first words of it' }))
  for (const word of ['one', 'two', 'three']) {
    keep(
      await client
        .patch('drafts.a')
        .set({ text: `The first words of it, ${word}` })
        .commit(),
    )
  }
  const pair = { publishedId: 'a', draftId: 'drafts.a' }
  await client.action({ actionType: 'sanity.action.document.publish', ...pair })
  const published = await client.getDocument('a')
  await client.action({
    actionType: 'sanity.action.document.edit',
    ...pair,
    patch: { set: { text: 'Quite different' } },
  })
  const edited = await client.getDocument('drafts.a')
  const { transactionId: end } = await client.action({
    actionType: 'sanity.action.document.delete',
    publishedId: 'a',
    includeDrafts: ['drafts.a'],
  })
  return { states, published, edited, end }
}

describe('past transactions', () => {
  it('are returned in pages from either end, with both ends included', async () => {
    await createHistory()
    const ids = (list: PastTransaction[]) => list.map(({ id }) => id)
    const all = ids(await transactions('a,drafts.a'))
    const newest = ids(await transactions('a,drafts.a', { reverse: 'true', limit: '3' }))
    expect(newest).toEqual(all.toReversed().slice(0, 3))
    const toTransaction = String(newest[2])
    expect(
      ids(await transactions('a,drafts.a', { reverse: 'true', limit: '3', toTransaction })),
    ).toEqual(all.toReversed().slice(2, 5))
    const fromTransaction = String(all[1])
    expect(ids(await transactions('drafts.a', { fromTransaction, limit: '2' }))).toEqual(
      all.slice(1, 3),
    )
    expect(ids(await transactions('a'))).toEqual([all[4], all[6]])
    expect(await transactions('a', { toTransaction: 'never' })).toEqual([])
    expect(await transactions('nobody')).toEqual([])
  })

  it("give the Studio's timeline a version to revert to, however a document was created", async () => {
    const tag = 'sanity.studio.structure.history'
    const base = { _type: 'note', text: 'First' }
    await client.create({ ...base, _id: 'a' })
    await client.patch('a').set({ text: 'Second' }).commit()
    await client.create({ ...base, _id: 'drafts.a' })
    await client.patch('a').set({ text: 'Third' }).commit()
    await client.create({ ...base, _id: 'drafts.b' })
    await client
      .transaction()
      .create({ ...base, _id: 'c' })
      .create({ ...base, _id: 'drafts.c' })
      .commit()
    const effects = async (id: string, query = {}) =>
      (await transactions(`${id},drafts.${id}`, query)).map((past) => past.effects[`drafts.${id}`])
    const nothing = { apply: [0, null], revert: [0, null] }
    const created = (id: string) => [0, expect.objectContaining({ _id: id })]
    const ofDraft = { apply: created('drafts.a'), revert: [0, null] }
    expect(await effects('a', { tag })).toEqual([nothing, nothing, ofDraft, undefined])
    expect(await effects('a')).toEqual([undefined, undefined, ofDraft, undefined])
    for (const id of ['b', 'c']) {
      const [apply, none] = [created(`drafts.${id}`), [0, null]]
      expect(await effects(id, { tag })).toEqual([{ apply, revert: apply }])
      expect(await effects(id)).toEqual([{ apply, revert: none }])
    }
    await client.delete('a')
    expect((await effects('a', { tag })).at(-1)).toBeUndefined()
    const [alone] = await transactions('a', { tag })
    expect(Object.keys(alone?.effects ?? {})).toEqual(['a'])
  })

  it('only contain the requested documents with includeIdentifiedDocumentsOnly', async () => {
    await createHistory()
    const [publish] = await transactions('a', { includeIdentifiedDocumentsOnly: 'true' })
    expect(publish?.documentIDs).toEqual(['a'])
    expect(Object.keys(publish?.effects ?? {})).toEqual(['a'])
    const [bare] = await transactions('a', { effectFormat: '' })
    expect(bare).not.toHaveProperty('effects')
  })

  it('require authentication and valid parameters', async () => {
    const path = (rest: string) => `/data/history/production/${rest}`
    for (const rest of ['transactions/a', 'documents/a']) {
      expect((await fixture.request(`/v1${path(rest)}`)).status).toBe(401)
    }
    for (const rest of [
      `transactions/${'a,'.repeat(3)}drafts..%20`,
      'transactions/a?limit=0',
      'transactions/a?limit=x',
      'documents/,',
      `documents/${Array.from({ length: 101 }, (_, n) => n).join()}`,
      'documents/a?time=yesterday',
      `documents/a?time=${new Date().toISOString()}&revision=r`,
    ]) {
      await expect(client.request({ url: path(rest) })).rejects.toMatchObject({ statusCode: 400 })
    }
  })
})

describe('a document in the past', () => {
  it('is found by time, and does not exist before it was created', async () => {
    const first = await client.create({ _id: 'a', _type: 'note', n: 1 })
    const early = new Date(Date.parse(first._updatedAt) - 1).toISOString()
    expect(await at('a', { time: early })).toEqual([])
    expect(await at('a', { time: first._updatedAt })).toEqual([first])
    while (Date.now() <= Date.parse(first._updatedAt)) await new Promise(setImmediate)
    const second = await client.patch('a').set({ n: 2 }).commit()
    expect(await at('a', { time: first._updatedAt })).toEqual([first])
    expect(await at('a', {})).toEqual([second])
  })

  it('is found in its last state, whether it is deleted or not', async () => {
    const { published, edited } = await createHistory()
    expect(await at('a,drafts.a,never', { lastRevision: 'true' })).toEqual([published, edited])
    const here = await client.create({ _id: 'a', _type: 'note' })
    expect(await at('a', { lastRevision: 'true' })).toEqual([here])
  })

  it('stays correct when the clock is set back', async () => {
    const first = await client.create({ _id: 'a', _type: 'note', n: 1 })
    const second = await client.patch('a').set({ n: 2 }).commit()
    // As if a slow clock had written the second transaction.
    const database = new Database(`${fixture.directory}/lake.db`)
    database
      .prepare("UPDATE transactions SET timestamp = '2001-01-01' WHERE id = ?")
      .run(second._rev)
    database.close()
    expect((await transactions('a')).map(({ id }) => id)).toEqual([first._rev, second._rev])
    expect(await at('a', { revision: first._rev })).toEqual([first])
    expect(fixture.lake.dataset.history.prune('2010-01-01')).toBe(0)
  })
})

describe('pruning', () => {
  it('deletes the oldest history; revisions and later history remain', async () => {
    const { states, edited, end } = await createHistory()
    const kept = await client.create({ _id: 'kept', _type: 'note' })
    const { history } = fixture.lake.dataset
    const all = await transactions('a,drafts.a')
    // All transactions are recent, so make the oldest three old.
    const database = new Database(`${fixture.directory}/lake.db`)
    const age = database.prepare("UPDATE transactions SET timestamp = '2001-01-01' WHERE id = ?")
    for (const { id } of all.slice(0, 3)) age.run(id)
    database.close()
    expect(history.prune('2010-01-01')).toBe(3)
    const [beginning, ...remaining] = await transactions('a,drafts.a')
    expect(remaining.map(({ id }) => id)).toEqual(all.slice(3).map(({ id }) => id))
    // The oldest known state counts as the creation.
    expect(beginning).toMatchObject({ id: all[2]?.id, author: 'unknown' })
    expect(await at('drafts.a', { revision: String(states[3]?._rev) })).toEqual([states[3]])
    expect(await at('drafts.a', { revision: String(states[1]?._rev) })).toEqual([])
    expect(history.prune('2100-01-01')).toBe(5)
    expect(await at('kept', { revision: kept._rev })).toEqual([kept])
    expect(await at('kept', {})).toEqual([kept])
    expect(await at('kept', { time: '2001-01-01' })).toEqual([])
    expect(await at('drafts.a', { revision: String(edited?._rev) })).toEqual([])
    expect(await at('drafts.a', { revision: end })).toEqual([])
    const changed = await client.patch('kept').ifRevisionId(kept._rev).set({ n: 1 }).commit()
    // The effects of the new change allow going back to the previous revision.
    expect(await at('kept', { revision: kept._rev })).toEqual([kept])
    expect(await at('kept', { revision: changed._rev })).toEqual([changed])
    expect(await transactions('kept')).toHaveLength(2)
  })

  it('continues in steps until all old history is deleted', async () => {
    await using folder = await emptyFolder()
    const directory = folder.path
    const { lake, close } = await startLake({ directory })
    for (let n = 0; n < 260; n++) {
      const note = { _id: `note-${n % 7}`, _type: 'note', n }
      lake.dataset.transact([{ createOrReplace: note }], { author: 'me' })
    }
    const last = lake.dataset.get('note-5')
    await close()
    const database = new Database(`${directory}/lake.db`)
    database.exec("UPDATE transactions SET timestamp = '2001-01-01' WHERE seq <= 250")
    const again = await startLake({ directory, keepHistoryDays: 1 })
    const count = (table: string) =>
      (database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n
    await until(() => count('transactions') === 10)
    expect(count('effects')).toBe(10)
    expect(again.lake.dataset.get('note-5')).toEqual(last)
    database.close()
    await again.close()
  })

  it("deletes a purged document's history", async () => {
    await client.create({ _id: 'drafts.a', _type: 'note', secret: 'of no one else' })
    await client.action({
      actionType: 'sanity.action.document.discard',
      draftId: 'drafts.a',
      purge: true,
    })
    expect(await transactions('drafts.a')).toEqual([])
    expect(await at('drafts.a', { lastRevision: 'true' })).toEqual([])
  })
})
