import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../dataset/storage.ts'
import type { LakeOptions } from '../index.ts'
import { follow } from '../testing/follow.ts'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { openSocket } from '../testing/socket.ts'

let directory: string
let fixture: LakeFixture
let id: string
let path: string

/** Starts the lake of the directory on a free port. */
async function start(options: Partial<LakeOptions> = {}) {
  fixture = await startLake({ directory, ...options })
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lake-'))
  await start()
  const uploaded = await fixture.client().assets.upload('file', Buffer.from('some words'), {
    filename: 'a.txt',
  })
  ;({ _id: id, path } = uploaded)
  expect(uploaded.url).toBe(`${fixture.origin}/${path}`)
  await fixture.close()
  const database = openDatabase(directory)
  const url = `http://127.0.0.1:1/${path}`
  database.prepare("UPDATE documents SET json = json_set(json, '$.url', ?)").run(url)
  database.close()
})
afterEach(async () => {
  await fixture.close()
  rmSync(directory, { recursive: true })
})

/** Returns the asset's URL from every response and event that contains it. */
async function addresses(config = {}): Promise<unknown[]> {
  const client = fixture.client(config)
  const { client: _, ...found } = {
    client,
    query: await client.fetch('*[_id == $id][0].url', { id }),
    dereferenced: await client.fetch('{"asset": {"_ref": $id}}{"url": asset->url}.url', { id }),
    document: (await client.getDocument(id))?.url,
  }
  const events = follow(
    client.listen(
      '*[_id == $id]',
      { id },
      { includeResult: true, events: ['welcome', 'mutation'] },
    ),
  )
  await events.next()
  const socket = await openSocket(client.config().apiHost, '/v1/events', {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  const listen = new URLSearchParams({ query: `*[_id == "${id}"]`, includeResult: 'true' })
  socket.send({ open: 1, url: `/v2025-02-19/data/listen/production?${listen}` })
  await socket.messages.next()
  const patched = await client
    .patch(id)
    .set({ title: `at ${Math.random()}` })
    .commit()
  const event = (await events.next()) as { result?: { url?: string } }
  events.end()
  const message = await socket.messages.next()
  socket.socket.close()
  const again = await client.assets.upload('file', Buffer.from('some words'), { filename: 'a.txt' })
  const past = await client.request({ url: `/data/history/production/documents/${id}` })
  return [
    ...Object.values(found),
    patched.url,
    event.result?.url,
    JSON.parse(String(message.data)).result.url,
    again.url,
    past.documents[0].url,
  ]
}

const all = (origin: string) => Array.from({ length: 8 }, () => `${origin}/${path}`)

it('returns asset URLs with the host of the request', async () => {
  await start()
  expect(await addresses()).toEqual(all(fixture.origin))
  const other = fixture.origin.replace('127.0.0.1', 'localhost')
  expect(await addresses({ apiHost: other })).toEqual(all(other))
  expect((await fetch(`${fixture.origin}/${path}`)).status).toBe(200)
})

it('returns asset URLs with the public URL if one is set', async () => {
  await start({ publicUrl: () => 'https://site.example' })
  expect(await addresses()).toEqual(all('https://site.example'))
})

it('accepts an asset document as a client has read it', async () => {
  await start()
  const client = fixture.client()
  const document = await client.getDocument(id)
  await client.createOrReplace({ ...(document as NonNullable<typeof document>), label: 'new' })
  const port = fixture.origin
  await fixture.close()
  await start()
  expect(fixture.origin).not.toBe(port)
  expect(await fixture.client().getDocument(id)).toMatchObject({
    label: 'new',
    url: `${fixture.origin}/${path}`,
  })
})
