import { on, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { exportLimits, publicTasks, responseLimits, streamLimits } from '../limits/limits.ts'
import {
  type LakeFixture,
  NAMES,
  PUBLIC,
  READER,
  startLake,
  TOKEN,
} from '../testing/lake-fixture.ts'
import { rejectedUpgrade } from '../testing/socket.ts'
import { until } from '../testing/until.ts'

const QUERY = `/v2025-02-19/data/query/${NAMES.dataset}?query=`
const LIVE = `/v2025-02-19/data/live/events/${NAMES.dataset}`
const reachedLimits: string[] = []
let fixture: LakeFixture
const open: { destroy(): void }[] = []
/** A header with the network of the clients of a test. Those of an earlier test may still hold slots. */
let network: { 'x-address': string }
let tests = 0

beforeAll(async () => {
  fixture = await startLake({ ...PUBLIC, onRefused: (limit) => reachedLimits.push(limit) })
  const text = 'x'.repeat(19_000)
  fixture.lake.dataset.transact(
    Array.from({ length: 100 }, (_, n) => ({ create: { _id: `post-${n}`, _type: 'post', text } })),
    { author: 'me' },
  )
})
beforeEach(() => {
  network = { 'x-address': `10.0.1.${++tests}` }
})
afterEach(() => {
  for (const one of open.splice(0)) one.destroy()
  reachedLimits.length = 0
})
afterAll(() => fixture.close())

/** Sends the same request `times` times and pauses its socket, so that no response is read until `resume`. */
function send(path: string, headers: Record<string, string> = {}, times = 1): Socket {
  const socket = connect(Number(new URL(fixture.origin).port), '127.0.0.1')
  open.push(socket)
  socket.on('error', () => {})
  const lines = Object.entries({ Host: 'localhost', ...network, ...headers }).map((pair) =>
    pair.join(': '),
  )
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`.repeat(times))
  return socket.pause()
}

/** Resolves when the server has received a number of requests. */
async function requests(count: number) {
  for await (const _ of on(fixture.server, 'request')) if (--count === 0) return
}

const ask = (query: string, headers: Record<string, string> = {}) =>
  fixture.request(QUERY + encodeURIComponent(query), { headers: { ...network, ...headers } })

it('limits the responses that clients do not read, and still serves other clients', async () => {
  const rss = process.memoryUsage().rss
  for (let n = 0; n < 100; n++) send(QUERY + encodeURIComponent('*[_type == "post"]'))
  const other = { 'x-address': '10.0.0.1' }
  const answer = await ask('count(*[_type == "post"])', other)
  expect(await answer.json()).toMatchObject({ result: 100 })
  expect((await ask('1', { authorization: `Bearer ${READER}` })).status).toBe(200)
  expect((await ask('1', { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  expect(process.memoryUsage().rss - rss).toBeLessThan(100 * publicTasks.responseBytes)
})

it('rejects a network with too many queries at the same time, with Retry-After', async () => {
  const { perClient } = responseLimits.anonymous
  const asked = Array.from({ length: perClient + 5 }, () => ask('*[_type == "post"]'))
  const answers = await Promise.all(asked)
  const rejected = answers.filter(({ status }) => status === 429)
  expect(rejected.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 200).length).toBe(
    answers.length - rejected.length,
  )
  for (const { headers } of rejected) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(reachedLimits).toHaveLength(rejected.length)
  expect(new Set(reachedLimits)).toEqual(new Set(['queries']))
})

it('does not evaluate queries of clients that have disconnected', async () => {
  const slow = '*[_type == "post"] | order(count(*[text > ^.text]))[0]._id'
  const received = requests(16)
  for (let n = 0; n < 15; n++) send(QUERY + encodeURIComponent(slow)).resume()
  const last = ask('"last"')
  await received
  for (const one of open.splice(0)) one.destroy()
  expect(await (await last).json()).toMatchObject({ result: 'last' })
})

it('limits the event streams per network, and still serves other networks', async () => {
  const stream = () => fixture.request(LIVE, { headers: network })
  const streams = await Promise.all(
    Array.from({ length: streamLimits.anonymous.perClient }, stream),
  )
  expect(streams.every(({ status }) => status === 200)).toBe(true)
  const further = await stream()
  expect([further.status, Number(further.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(reachedLimits).toEqual(['public-streams'])
  const others = [
    ['x-address', '10.0.0.1'],
    ['authorization', `Bearer ${READER}`],
    ['authorization', `Bearer ${TOKEN}`],
  ] satisfies [string, string][]
  for (const header of others) {
    const other = await fixture.request(LIVE, { headers: [header] })
    expect(other.status).toBe(200)
    streams.push(other)
  }
  await Promise.all(streams.map(({ body }) => body?.cancel()))
  // A closed stream frees its slot.
  await until(async () => {
    const { status, body } = await stream()
    await body?.cancel()
    return status === 200
  })
})

it('answers pipelined requests, as which requests count that follow a response at once', async () => {
  let text = ''
  for await (const chunk of send(`${QUERY}1`, {}, 2)) {
    text += chunk
    if (text.match(/HTTP\/1\.1 /g)?.length === 2) break
  }
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
})

it.each([
  ['a stream', LIVE, {}, streamLimits.anonymous],
  ['a query', `${QUERY}1`, {}, responseLimits.anonymous],
  [
    'an export',
    `/v1/data/export/${NAMES.dataset}`,
    { authorization: `Bearer ${TOKEN}` },
    exportLimits,
  ],
])(
  'keeps no slots of a client that pipelines %s, and disconnects',
  async (_, path, headers, limits) => {
    const socket = send(path, headers, limits.perClient + 1)
    const [, response] = await once(fixture.server, 'request')
    const closed = once(response, 'close')
    socket.destroy()
    await closed
    const others = await Promise.all(
      Array.from({ length: limits.perClient }, () =>
        fixture.request(path, { headers: { ...network, ...headers } }),
      ),
    )
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    await Promise.all(others.map(({ body }) => body?.cancel()))
  },
)

it('rejects the reader at endpoints that are not for it', async () => {
  const headers = { authorization: `Bearer ${READER}` }
  for (const path of ['/v1/events', `/v1/socket/${NAMES.dataset}`]) {
    expect(await rejectedUpgrade(fixture.origin, path, { headers })).toBe(401)
  }
})

it('rejects requests that would block the process', async () => {
  const post = (body: object) =>
    fixture.request(`/v1/data/mutate/${NAMES.dataset}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(body),
    })
  const mutations = Array.from({ length: 2001 }, (_, n) => ({ delete: { id: `no-${n}` } }))
  expect((await post({ mutations })).status).toBe(413)
  const items = Array.from({ length: 20_000 }, (_, n) => ({ _key: `k${n}`, n }))
  expect(
    (await post({ mutations: [{ create: { _id: 'big', _type: 'big', items } }] })).status,
  ).toBe(200)
  const unset = Array.from({ length: 1000 }, (_, n) => `..n${n}`)
  const answer = await post({ mutations: [{ patch: { id: 'big', unset } }] })
  expect(await answer.json()).toMatchObject({
    statusCode: 400,
    error: { items: [{ error: { description: expect.stringContaining('too much work') } }] },
  })
})
