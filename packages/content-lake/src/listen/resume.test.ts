import { afterAll, beforeAll, expect, it } from 'vitest'
import { follow } from '../testing/follow.ts'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { readEvents } from '../testing/server-events.ts'

let lake: LakeFixture

beforeAll(async () => {
  lake = await startLake()
})

afterAll(() => lake.close())

const note = (_id: string) => ({ create: { _id, _type: 'note' } })
const write = (...ids: string[]) =>
  lake.lake.dataset.transact(ids.map(note), { author: 'me' }).transactionId

it('sends an unmodified client the events that it missed, also before its first event', async () => {
  const options = {
    enableResume: true as const,
    events: ['welcome' as const, 'welcomeback' as const, 'reset' as const, 'mutation' as const],
  }
  const events = follow(lake.client().listen('*[_type == "note"]', {}, options))
  const next = async () => {
    const event = await events.next()
    return event.type === 'mutation' ? event.documentId : event.type
  }
  expect(await next()).toBe('welcome')
  for (const [first, second] of [
    ['one', 'two'],
    ['three', 'four'],
  ] as const) {
    lake.server.closeAllConnections()
    write(first)
    expect([await next(), await next()]).toEqual(['welcomeback', first])
    write(second)
    expect(await next()).toBe(second)
  }
  events.end()
})

/** Returns the names and ids of the first events of a listener that connects again. */
async function eventsAfter(lastEventId: string, count: number, query = '*[_type == "note"]') {
  const path = `/v1/data/listen/production?enableResume=true&query=${encodeURIComponent(query)}`
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Last-Event-ID': lastEventId }
  return readEvents(await lake.request(path, { headers }), ({ length }) => length >= count)
}

it('continues within a transaction, and evaluates the query of the listener for it', async () => {
  const first = write('a', 'b', 'c')
  const second = write('d')
  const selected = '*[_type == "note" && string::startsWith(_id, "c")]'
  expect(await eventsAfter(`${first}#a`, 4)).toEqual([
    ['welcomeback', `${first}#a`],
    ...['b', 'c'].map((id) => ['mutation', `${first}#${id}`]),
    ['mutation', `${second}#d`],
  ])
  expect(await eventsAfter(`${first}#a`, 2, selected)).toEqual([
    ['welcomeback', `${first}#a`],
    ['mutation', `${first}#c`],
  ])
})

it('asks a listener to reset whose events are not known any more', async () => {
  const last = write('last')
  expect(await eventsAfter('unknown#one', 1)).toEqual([['reset', last]])
})
