import { afterAll, beforeAll, expect, it } from 'vitest'
import { follow } from '../testing/follow.ts'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'

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
  const response = await lake.request(path, { headers })
  const found: string[][] = []
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    found.length = 0
    for (const event of text.split('\n\n').slice(0, -1)) {
      const [, name] = /^event: ?(.*)$/m.exec(event) ?? []
      const [, id = ''] = /^id: ?(.*)$/m.exec(event) ?? []
      if (name) found.push([name, id])
    }
    if (found.length >= count) break
  }
  return found
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
