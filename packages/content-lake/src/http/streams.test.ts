import type { LiveEvent, MutationEvent, SanityClient, WelcomeEvent } from '@sanity/client'
import { applyPatch, type RawPatch } from 'mendoza'
import type { Observable } from 'rxjs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { follow as followStream } from '../testing/follow.ts'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { readEvents } from '../testing/server-events.ts'

let fixture: LakeFixture
let client: SanityClient
const ends: (() => void)[] = []

beforeAll(async () => {
  fixture = await startLake({ publicContent: true })
  client = fixture.client()
})
// Each test starts without documents.
afterEach(() => {
  for (const end of ends.splice(0)) end()
  const all = [...fixture.lake.dataset.snapshot()].map(({ _id: id }) => ({ delete: { id } }))
  if (all.length > 0) fixture.lake.dataset.transact(all, { author: 'me' })
})
afterAll(() => fixture.close())

function follow<Event>(stream: Observable<Event>) {
  const followed = followStream(stream)
  ends.push(followed.end)
  return followed
}

type Listened = MutationEvent | WelcomeEvent

function listen(query: string, options: object = {}, from = client) {
  return follow<Listened>(
    from.listen(query, {}, { events: ['welcome', 'mutation'], ...options } as never) as never,
  )
}

describe('listening', () => {
  it("starts the Studio's timeline with the first draft, not before it", async () => {
    const query = { effectFormat: 'mendoza', includeAllVersions: 'true' }
    const plain = listen('*[_type == "note"]', query)
    const pair = listen('*[_type == "note"]', {
      ...query,
      tag: 'sanity.studio.document.pair.listen',
    })
    await Promise.all([plain.next(), pair.next()])
    for (const _id of ['drafts.new', 'old', 'drafts.old']) {
      await client.create({ _id, _type: 'note' })
      const created = [0, expect.objectContaining({ _id })]
      expect(await plain.next()).toMatchObject({ effects: { apply: created, revert: [0, null] } })
      const revert = _id === 'drafts.new' ? created : [0, null]
      expect(await pair.next()).toMatchObject({ effects: { apply: created, revert } })
    }
  })

  it("counts each listener's own events of a transaction", async () => {
    const one = listen('*[_id == "b"]')
    const all = listen('*[_type == "note"]')
    await Promise.all([one.next(), all.next()])
    const ids = ['a', 'b', 'c']
    await client.transaction(ids.map((_id) => ({ create: { _id, _type: 'note' } }))).commit()
    expect(await one.next()).toMatchObject({
      documentId: 'b',
      transactionTotalEvents: 1,
      transactionCurrentEvent: 1,
    })
    for (const [index, documentId] of ids.entries()) {
      expect(await all.next()).toMatchObject({
        documentId,
        transactionTotalEvents: 3,
        transactionCurrentEvent: index + 1,
      })
    }
  })

  it('gives the Studio an unbroken chain of revisions that replays to the stored document', async () => {
    const options = {
      effectFormat: 'mendoza',
      includeResult: false,
      includeMutations: false,
      includeAllVersions: true,
    }
    const events = listen('*[_id == "a" || _id == "drafts.a"]', options)
    await events.next()
    const pair = { draftId: 'drafts.a', publishedId: 'a' }
    const action = (name: string, rest: object) =>
      client.action({ actionType: `sanity.action.document.${name}`, ...rest } as never)
    const edit = (set: object) => action('edit', { ...pair, patch: { set } })
    const attributes = { _id: 'drafts.a', _type: 'note', list: [{ _key: 'k', text: 'one' }] }
    await action('create', { publishedId: 'a', attributes, ifExists: 'fail' })
    for (const text of ['two', 'a third of some length', 'a fourth of some length']) {
      await edit({ 'list[_key=="k"].text': text })
    }
    await action('publish', pair)
    await edit({ title: 'x' })
    await action('discard', { draftId: 'drafts.a' })
    await action('unpublish', pair)
    type Effect = MutationEvent & { effects: { apply: RawPatch; revert: RawPatch } }
    const states = new Map<string, { content: unknown; rev: string | undefined }>()
    let transaction: Effect[] = []
    // Four writes to the draft. Publish and unpublish change two documents each.
    for (let n = 0; n < 4 + 2 + 1 + 1 + 2; n++) {
      const event = (await events.next()) as Effect
      expect(event).toMatchObject({ visibility: 'query', resultRev: event.transactionId })
      expect(event).not.toHaveProperty('mutations')
      expect(event).not.toHaveProperty('result')
      const before = states.get(event.documentId) ?? { content: null, rev: undefined }
      expect(event.previousRev).toBe(before.rev)
      const content = applyPatch(before.content, event.effects.apply)
      expect(applyPatch(content, event.effects.revert)).toEqual(before.content)
      states.set(event.documentId, { content, rev: content ? event.resultRev : undefined })
      transaction.push(event)
      expect(event.transactionCurrentEvent).toBe(transaction.length)
      if (event.transactionTotalEvents === transaction.length) transaction = []
    }
    expect(transaction).toEqual([])
    expect(events.waiting).toBe(0)
    for (const id of ['a', 'drafts.a']) {
      const { _rev, ...stored } = (await client.getDocument(id)) ?? {}
      expect(states.get(id)).toEqual({ content: _rev ? stored : null, rev: _rev })
    }
  })

  it('continues after the connection was cut, with a welcome event', async () => {
    const events = listen('*[_type == "note"]', { events: ['welcome', 'mutation', 'reconnect'] })
    await events.next()
    const { _rev } = await client.create({ _id: 'a', _type: 'note' })
    expect(await events.next()).toMatchObject({ resultRev: _rev })
    fixture.server.closeAllConnections()
    const missed = fixture.lake.dataset.transact([{ patch: { id: 'a', set: { n: 1 } } }], {
      author: 'me',
    })
    expect(await events.next()).toMatchObject({ type: 'reconnect' })
    expect(await events.next()).toMatchObject({ type: 'welcome' })
    await client.patch('a').set({ n: 2 }).commit()
    expect(await events.next()).toMatchObject({ previousRev: missed.transactionId })
  })

  it('omits drafts in newer API versions, unless all versions are requested', async () => {
    const newer = listen('*')
    const newerAll = listen('*', { includeAllVersions: true })
    const older = listen('*', {}, fixture.client({ apiVersion: '2024-01-01' }))
    await Promise.all([newer.next(), newerAll.next(), older.next()])
    await client.create({ _id: 'drafts.n', _type: 'note' })
    await client.create({ _id: 'n', _type: 'note' })
    expect(await newer.next()).toMatchObject({ documentId: 'n' })
    expect(await newerAll.next()).toMatchObject({ documentId: 'drafts.n' })
    expect(await older.next()).toMatchObject({ documentId: 'drafts.n' })
  })

  it('fails for an invalid query and for visitors', async () => {
    await expect(listen('*[').next()).rejects.toThrow(/GROQ query parse error/)
    await expect(listen('*', {}, fixture.visitor()).next()).rejects.toThrow()
  })
})

const tagsOf = async (query: string, perspective = 'published', params = {}) => {
  const { syncTags } = await client.fetch(query, params, {
    filterResponse: false,
    perspective: perspective as never,
  })
  return new Set<string>(syncTags)
}

/** Opens a visitor's stream and returns the ids of its events by type, up to the first event of the type `until`. */
async function idsOf(until: string, lastEventId = '') {
  const headers = { 'last-event-id': lastEventId }
  const stream = await fixture.request('/v2025-02-19/data/live/events/production', { headers })
  return Object.fromEntries(await readEvents(stream, (events) => events.at(-1)?.[0] === until))
}

describe('live events', () => {
  const live = (options: object = {}, from = client) => follow<LiveEvent>(from.live.events(options))

  it('hit exactly the queries that depend on the changed documents', async () => {
    await client
      .transaction()
      .create({ _id: 'a', _type: 'note' })
      .create({ _id: 'b', _type: 'note', to: { _ref: 'a' }, gone: { _ref: 'later', _weak: true } })
      .create({ _id: 'c', _type: 'memo' })
      .commit()
    const queries = {
      byId: await tagsOf('*[_id == "b"]'),
      byParam: await tagsOf('*[_id == $id][0]', 'published', { id: 'b' }),
      joined: await tagsOf('*[_id == "b"]{to->, gone->}'),
      notes: await tagsOf('*[_type == "note"]'),
      memos: await tagsOf('*[_type == "memo"]{"notes": count(*[_type == "note"])}'),
      memosAlone: await tagsOf('*[_type in ["memo"]]'),
      everything: await tagsOf('count(*[defined(text)])'),
      nothing: await tagsOf('1 + 1'),
      drafts: await tagsOf('*[_id == "b"]', 'drafts'),
      raw: await tagsOf('*[_type == "note"]', 'raw'),
    }
    const events = live({ includeDrafts: true })
    const visitors = live({}, fixture.visitor())
    expect(await events.next()).toMatchObject({ type: 'welcome' })
    expect(await visitors.next()).toMatchObject({ type: 'welcome' })
    const hit = async () => {
      const event = await events.next()
      const tags = event.type === 'message' ? event.tags : []
      return Object.entries(queries)
        .filter(([, wanted]) => tags.some((tag) => wanted.has(tag)))
        .map(([name]) => name)
    }
    await client.patch('a').set({ text: 'x' }).commit()
    expect(await hit()).toEqual(['joined', 'notes', 'memos', 'everything', 'raw'])
    await client.create({ _id: 'later', _type: 'thing' })
    expect(await hit()).toEqual(['joined', 'everything'])
    await client.create({ _id: 'drafts.b', _type: 'note' })
    expect(await hit()).toEqual(['drafts', 'raw'])
    await client.createOrReplace({ _id: 'c', _type: 'note' })
    expect(await hit()).toEqual(['notes', 'memos', 'memosAlone', 'everything', 'raw'])
    await client.transaction().delete('b').delete('a').commit()
    expect(await hit()).toEqual([
      'byId',
      'byParam',
      'joined',
      'notes',
      'memos',
      'everything',
      'drafts',
      'raw',
    ])
    // Visitors do not get the event of the draft: four events instead of five.
    for (let n = 0; n < 4; n++) expect(await visitors.next()).toMatchObject({ type: 'message' })
    expect(visitors.waiting).toBe(0)
  })

  it('are replayed to a client that lost the connection', async () => {
    const events = live({}, fixture.visitor())
    await events.next()
    const [first] = [await client.create({ _id: 'a', _type: 'note' }), await events.next()]
    expect(first._id).toBe('a')
    fixture.server.closeAllConnections()
    fixture.lake.dataset.transact([{ create: { _id: 'b', _type: 'note' } }], { author: 'me' })
    const seen: string[] = []
    let event = await events.next()
    while (event.type !== 'message') {
      seen.push(event.type)
      event = await events.next()
    }
    expect(seen).toEqual(['reconnect', 'welcome'])
    const tags = await tagsOf('*[_id == "b"]')
    expect(event.tags.some((tag) => tags.has(tag))).toBe(true)
  })

  it('welcome a client with the id of the last event that it can see', async () => {
    const first = await idsOf('welcome')
    await client.create({ _id: 'a', _type: 'note' })
    const missed = await idsOf('message', first.welcome)
    expect(missed.welcome).toBe(first.welcome)
    expect(missed.message).not.toBe(first.welcome)
    await client.create({ _id: 'drafts.a', _type: 'note' })
    expect(await idsOf('welcome')).toEqual({ welcome: missed.message })
  })

  it('ask a client to restart if its missed events are unknown', async () => {
    const lastEventId = 'of-another-time:7'
    const { welcome, restart } = await idsOf('restart', lastEventId)
    expect(welcome).toBe(lastEventId)
    expect(restart).toMatch(/^\d+:\S+$/)
  })

  it('require authentication if they include drafts', async () => {
    const response = await fixture.request(
      '/v2025-02-19/data/live/events/production?includeDrafts=true',
    )
    expect(response.status).toBe(401)
    const authenticated = await fixture.request(
      '/v2025-02-19/data/live/events/production?includeDrafts=true',
      { headers: { authorization: `Bearer ${TOKEN}` } },
    )
    expect(authenticated.status).toBe(200)
    await authenticated.body?.cancel()
  })

  it('end when the lake is closed', async () => {
    const { lake, request, close } = await startLake({ publicContent: true })
    const response = await request('/v2025-02-19/data/live/events/production')
    await lake.close()
    expect(await response.text()).toContain('event: welcome')
    await close()
  })
})
