import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importDataset } from '../index.ts'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { readEvents } from '../testing/server-events.ts'

let directory: string
let lake: LakeFixture

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lake-'))
  lake = await startLake({ directory })
})

afterEach(async () => {
  await lake.close()
  await rm(directory, { recursive: true, force: true })
})

async function reopen() {
  await lake.close()
  lake = await startLake({ directory })
}

const write = (_id: string, _type = 'note') =>
  lake.lake.dataset.transact([{ createOrReplace: { _id, _type } }], { author: 'me' })

/** Returns the events of a stream up to a transaction that is committed now, each with its type and id. */
async function eventsAfter(lastEventId = '', query = '') {
  const headers = { authorization: `Bearer ${TOKEN}`, 'last-event-id': lastEventId }
  const path = `/v2025-02-19/data/live/events/production${query}`
  const stream = await lake.request(path, { headers })
  const { transactionId } = write('end')
  return readEvents(stream, (events) => events.at(-1)?.[1].endsWith(transactionId) === true)
}

/** Follows the events for a moment. Returns the id of the last one. */
const visit = async (query?: string) => (await eventsAfter('', query)).at(-1)?.[1] ?? ''

it('only welcomes a client after a restart if just drafts, releases, and the lake changed', async () => {
  const id = await visit()
  write('drafts.a')
  await reopen()
  write('versions.r1.a')
  lake.lake.dataset.act(
    [{ actionType: 'sanity.action.release.create', releaseId: 'r1' } as never],
    {
      author: 'me',
    },
  )
  await reopen()
  const [welcome, ...others] = await eventsAfter(id)
  expect(welcome).toEqual(['welcome', id])
  expect(others).toEqual([['message', expect.anything()]])
})

it('welcomes a new client after a restart with the id of the last event', async () => {
  const id = await visit()
  write('drafts.a')
  await reopen()
  expect((await eventsAfter())[0]).toEqual(['welcome', id])
})

it('asks a client to restart if it missed a publish before a restart, and replays a later one', async () => {
  const id = await visit()
  await reopen()
  write('a')
  expect((await eventsAfter(id)).map(([type]) => type)).toEqual(['welcome', 'message', 'message'])
  await reopen()
  expect((await eventsAfter(id)).map(([type]) => type)).toEqual(['welcome', 'restart', 'message'])
})

it('asks a client to restart after an import, which leaves new documents out of the history', async () => {
  const id = await visit()
  const file = join(directory, 'import.ndjson')
  await writeFile(file, '{"_id": "imported", "_type": "note"}')
  await importDataset(lake.lake, file)
  await reopen()
  expect((await eventsAfter(id))[1]).toEqual(['restart', expect.not.stringContaining(id)])
})

it.each(['other', '1:other', '999999999:other', '-1:'])(
  'asks a client with the unknown id %s to restart',
  async (unknown) => {
    await visit()
    expect((await eventsAfter(unknown)).map(([type]) => type)).toEqual([
      'welcome',
      'restart',
      'message',
    ])
  },
)

it('asks a client that follows drafts to restart if it missed one before a restart', async () => {
  const query = '?includeDrafts=true'
  const id = await visit(query)
  await reopen()
  expect((await eventsAfter(id, query))[1]?.[0]).toBe('message')
  write('drafts.a')
  await reopen()
  expect((await eventsAfter(id, query))[1]?.[0]).toBe('restart')
})
