import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { addPerson, PASSWORD, signIn } from '../testing/people.ts'
import { openSocket, rejectedUpgrade } from '../testing/socket.ts'
import { strangersOf } from '../testing/strangers.ts'

const EVENTS = '/v1/events'
const PRESENCE = '/v2022-06-30/socket/production'
const bearer = { headers: { authorization: `Bearer ${TOKEN}` } }
const LISTEN = `/v2025-02-19/data/listen/production?${new URLSearchParams({
  query: '*[_type == $type]',
  $type: '"note"',
  includeResult: 'true',
  includeAllVersions: 'true',
})}`

let fixture: LakeFixture
beforeEach(async () => {
  fixture = await startLake({ login: { password: PASSWORD } })
})
afterEach(() => fixture.close())

const open = (path: string, options: object = bearer) => openSocket(fixture.origin, path, options)
const rejectedStatus = (path: string, options: object) =>
  rejectedUpgrade(fixture.origin, path, options)
const write = (_id: string) =>
  fixture.lake.dataset.transact([{ create: { _id, _type: 'note' } }], { author: 'me' })

describe('a socket', () => {
  it('requires the token, or a session on a page of this origin', async () => {
    const { cookie, origin } = (await signIn(fixture)).headers
    for (const path of [EVENTS, PRESENCE]) {
      expect(await rejectedStatus(path, {})).toBe(401)
      expect(await rejectedStatus(path, { headers: { authorization: 'Bearer wrong' } })).toBe(401)
      expect(
        await rejectedStatus(path, { headers: { cookie: `${cookie.slice(0, -1)}-`, origin } }),
      ).toBe(401)
      expect(await rejectedStatus(path, { headers: { cookie } })).toBe(403)
      for (const foreign of ['https://evil.example', 'null', `${origin}0`]) {
        expect(await rejectedStatus(path, { headers: { cookie, origin: foreign } })).toBe(403)
        expect(
          await rejectedStatus(path, { headers: { ...bearer.headers, origin: foreign } }),
        ).toBe(403)
      }
      for (const headers of [bearer.headers, { cookie, origin }]) {
        const { socket, closed } = await open(path, { headers })
        socket.close()
        await closed
      }
    }
  })

  it('is rejected for a session that is forged, expired, ended, or of a removed person', async () => {
    for (const headers of Object.values(await strangersOf(fixture))) {
      for (const path of [EVENTS, PRESENCE])
        expect(await rejectedStatus(path, { headers })).toBe(401)
    }
  })

  it("is only handled at the lake's paths", async () => {
    for (const path of ['/other', '/v1/else', '/v2022-06-30/socket/another', '/v1/events/x']) {
      expect(await rejectedStatus(path, bearer)).toBeUndefined()
    }
  })

  it('is closed when its session signs out', async () => {
    const { headers } = await signIn(fixture)
    const [mine, others] = [await open(EVENTS, { headers }), await open(EVENTS)]
    await fixture.request('/v1/auth/logout', { method: 'POST', headers })
    expect(await mine.closed).toBe(4401)
    expect(await rejectedStatus(EVENTS, { headers })).toBe(401)
    others.send({ open: 1, url: LISTEN })
    expect(await others.messages.next()).toMatchObject({ type: 'welcome' })
    others.socket.close()
  })
})

describe('event streams over one socket', () => {
  it('receive their own events', async () => {
    const { messages, send, socket } = await open(EVENTS)
    send({ open: 1, url: LISTEN })
    send({ open: 2, url: '/v2025-02-19/data/live/events/production?includeDrafts=true' })
    for (let id = 3; id <= 20; id++) send({ open: id, url: LISTEN })
    const welcomed = new Set<unknown>()
    while (welcomed.size < 20) {
      const { id, type } = await messages.next()
      expect(type).toBe('welcome')
      welcomed.add(id)
    }
    const { transactionId } = write('drafts.a')
    const heard = new Map<unknown, Record<string, unknown>>()
    while (heard.size < 20) {
      const message = await messages.next()
      heard.set(message.id, message)
    }
    expect(heard.get(1)).toMatchObject({ type: 'mutation', eventId: `${transactionId}#drafts.a` })
    expect(JSON.parse(String(heard.get(1)?.data))).toMatchObject({ result: { _id: 'drafts.a' } })
    expect(heard.get(2)).toMatchObject({ type: 'message', eventId: expect.any(String) })
    expect(JSON.parse(String(heard.get(2)?.data)).tags.length).toBeGreaterThan(0)
    for (let id = 3; id <= 20; id++) send({ close: id })
    // After a reconnect with its last event id, stream 2 gets no old events.
    send({ close: 2 })
    const lastEventId = String(heard.get(2)?.eventId)
    send({ open: 2, url: '/v1/data/live/events/production?includeDrafts=true', lastEventId })
    expect(await messages.next()).toMatchObject({ id: 2, type: 'welcome' })
    write('b')
    const after = [await messages.next(), await messages.next()]
    expect(after.map(({ id }) => id).sort()).toEqual([1, 2])
    socket.close()
  })

  it('report why they cannot be opened, and leave the others open', async () => {
    const { messages, send, socket } = await open(EVENTS)
    const broken = [
      LISTEN.replace('*', '*['),
      '/v1/data/listen/production',
      '/v1/data/listen/another?query=*',
      '/v1/data/mutate/production',
      'https://evil.example/',
    ]
    for (const [id, url] of broken.entries()) {
      send({ open: id, url })
      const { type, data } = await messages.next()
      expect(type).toBe('channelError')
      expect(JSON.parse(String(data)).message).toEqual(expect.any(String))
    }
    send({ open: 9, url: LISTEN })
    expect(await messages.next()).toMatchObject({ id: 9, type: 'welcome' })
    socket.close()
  })

  it.each([
    ['not JSON', 'x', 1008],
    ['not an object', '[]', 1008],
    ['no known field', '{}', 1008],
    ['too large', `{"open":1,"url":"/${'x'.repeat(300_000)}"}`, 1009],
    ['binary', Buffer.from('{}'), 1008],
  ])('end when a message is invalid: %s', async (_, message, code) => {
    const { socket, closed } = await open(EVENTS)
    socket.send(message)
    expect(await closed).toBe(code)
    const { messages, send, socket: next } = await open(EVENTS)
    send({ open: 1, url: LISTEN })
    expect(await messages.next()).toMatchObject({ type: 'welcome' })
    next.close()
  })

  it('are limited in number', async () => {
    const { send, closed } = await open(EVENTS)
    for (let id = 0; id <= 200; id++) send({ open: id, url: LISTEN })
    expect(await closed).toBe(1008)
  })

  it('end when the lake closes, with a code that allows reconnecting', async () => {
    const { closed } = await open(EVENTS)
    fixture.lake.endStreams()
    expect(await closed).toBe(1001)
    expect(await rejectedStatus(EVENTS, bearer)).toBe(503)
  })
})

describe('presence', () => {
  const call = (method: string, params = {}) => ({ jsonrpc: '2.0', id: method, method, params })

  async function join() {
    const joined = await open(PRESENCE)
    expect(await joined.messages.next()).toEqual({ text: '♥' })
    joined.send(call('presence_subscribe'))
    const { result } = await joined.messages.next()
    return { ...joined, subscription: result }
  }

  it('reports locations, roll calls, and disconnects to the other clients', async () => {
    const [a, b] = [await join(), await join()]
    const locations = [{ type: 'document', documentId: 'x', path: ['title'] }]
    a.send(call('presence_announce', { data: { sessionId: 's1', locations } }))
    expect(await a.messages.next()).toMatchObject({ id: 'presence_announce', result: true })
    const announced = async () => {
      const { method, params } = await b.messages.next()
      expect(method).toBe('presence_subscription')
      const { subscription, result } = params as { subscription: string; result: object }
      expect(subscription).toBe(b.subscription)
      return result
    }
    expect(await announced()).toEqual({
      type: 'state',
      i: 'lake-token',
      m: { sessionId: 's1', locations },
    })
    a.send(call('presence_rollcall', { session: 's1' }))
    expect(await announced()).toEqual({ type: 'rollCall', i: 'lake-token', session: 's1' })
    a.send(call('presence_announce', { data: { sessionId: 's2', locations: [] } }))
    await announced()
    a.send(call('presence_disconnect', { session: 's1' }))
    expect(await announced()).toEqual({ type: 'disconnect', i: 'lake-token', m: { session: 's1' } })
    // The tab closes without a disconnect message.
    a.socket.terminate()
    expect(await announced()).toEqual({ type: 'disconnect', i: 'lake-token', m: { session: 's2' } })
    b.send(call('presence_unsubscribe', { subscriptionId: b.subscription }))
    await b.messages.next()
    const c = await join()
    c.send(call('presence_announce', { data: { sessionId: 's3', locations } }))
    await c.messages.next()
    expect(b.messages.waiting).toBe(0)
    for (const { socket } of [b, c]) socket.close()
  })

  it('does not let a person end or take over the session of another person', async () => {
    const as = async (role: string, id: string) => {
      const { headers } = await signIn(fixture, {
        role,
        id,
        email: addPerson(fixture.directory, { id, role }).email,
      })
      const joined = await openSocket(fixture.origin, PRESENCE, { headers })
      expect(await joined.messages.next()).toEqual({ text: '♥' })
      return joined
    }
    const [editor, viewer, witness] = [
      await as('editor', 'p1'),
      await as('viewer', 'p2'),
      await join(),
    ]
    const announce = call('presence_announce', { data: { sessionId: 's1', locations: [] } })
    editor.send(announce)
    expect(await editor.messages.next()).toMatchObject({ result: true })
    expect(await witness.messages.next()).toMatchObject({ params: { result: { type: 'state' } } })
    for (const message of [
      call('presence_disconnect', { session: 's1' }),
      call('presence_rollcall', { session: 's1' }),
      announce,
    ]) {
      viewer.send(message)
      expect(await viewer.messages.next()).toMatchObject({ error: expect.any(Object) })
    }
    expect(witness.messages.waiting).toBe(0)
    // The same person can continue on a new connection. Closing the old one is not reported.
    const again = await signIn(fixture, { id: 'p1', email: 'p1@example.com' })
    const back = await openSocket(fixture.origin, PRESENCE, { headers: again.headers })
    await back.messages.next()
    back.send(announce)
    expect(await back.messages.next()).toMatchObject({ result: true })
    for (const { socket } of [editor, viewer, back, witness]) socket.terminate()
  })

  it('limits the size and number of messages, subscriptions, and sessions', async () => {
    const [a, b] = [await join(), await join()]
    const subscribed = call('presence_subscribe')
    for (let n = 0; n < 5; n++) b.send(subscribed)
    const answers = [await b.messages.next(), await b.messages.next()]
    for (let n = 0; n < 3; n++)
      expect(await b.messages.next()).toMatchObject({ error: expect.any(Object) })
    const subscriptions = [b.subscription, ...answers.map(({ result }) => result)]
    const announce = (sessionId: string, size: number) =>
      call('presence_announce', { data: { sessionId, locations: ['x'.repeat(size)] } })
    const encode = vi.spyOn(JSON, 'stringify')
    a.send(announce('s1', 9_000))
    const heard = [await b.messages.next(), await b.messages.next(), await b.messages.next()]
    const states = encode.mock.calls.filter(([value]) => value?.type === 'state')
    encode.mockRestore()
    expect(heard.map(({ params }) => Object(params).subscription)).toEqual(subscriptions)
    expect(states).toHaveLength(1)
    await a.messages.next()
    for (const [session, expected] of [
      ['s2', { result: true }],
      ['s3', { error: expect.any(Object) }],
    ] as const) {
      a.send(announce(session, 1))
      expect(await a.messages.next()).toMatchObject(expected)
    }
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    for (let n = 0; n < 100; n++) a.send(announce('s1', 1))
    for (let n = 0; n < 100; n++) expect(await a.messages.next()).toMatchObject({ result: true })
    b.send(call('authorization'))
    let sent = 0
    while ((await b.messages.next()).id !== 'authorization') sent++
    clock.mockRestore()
    expect(sent).toBeLessThanOrEqual(20 * subscriptions.length)
    a.send(announce('s1', 10_000))
    expect(await a.closed).toBe(1009)
    b.socket.terminate()
  })

  it('responds to invalid requests with an error', async () => {
    const { messages, send, socket } = await join()
    for (const message of [
      call('presence_announce', { data: {} }),
      call('presence_rollcall', { session: 5 }),
      call('toString'),
      { jsonrpc: '2.0', id: 1 },
    ]) {
      send(message)
      expect(await messages.next()).toMatchObject({ jsonrpc: '2.0', error: expect.any(Object) })
    }
    socket.send('x')
    expect(await messages.next()).toMatchObject({ id: null, error: expect.any(Object) })
    socket.close()
  })
})
