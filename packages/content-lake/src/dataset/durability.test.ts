import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnusableFileError } from 'halvi-kit/files/unusable-file-error'
import Database from 'libsql'
import { applyPatch, type RawPatch } from 'mendoza'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LakeInUseError, openLake } from '../index.ts'
import { NAMES, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { startWriter } from '../testing/start-writer.ts'

let directory: string
const children: ChildProcess[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lake-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(directory, { recursive: true, force: true })
})

function start(what = 'pairs') {
  const writer = startWriter(directory, what)
  children.push(writer.child)
  return writer
}

it('has the same content after it was closed and opened again', async () => {
  const first = await startLake({ directory })
  const client = first.client()
  const { _rev } = await client.create({
    _id: 'a',
    _type: 'note',
    text: 'one',
    ref: { _ref: 'b', _weak: true },
  })
  await client.create({ _id: 'b', _type: 'note', ref: { _ref: 'a' } })
  const stored = await client.patch('a').set({ text: 'two' }).commit()
  await client.create({ _id: 'c', _type: 'note' })
  await client.delete('c')
  await first.close()

  const second = await startLake({ directory })
  const again = second.client()
  expect(await again.getDocument('a')).toEqual(stored)
  expect(await again.fetch('*[_type == "note"]._id')).toEqual(['a', 'b'])
  await expect(again.delete('a')).rejects.toMatchObject({ statusCode: 409 })
  await expect(again.patch('a').ifRevisionId(_rev).set({ n: 1 }).commit()).rejects.toMatchObject({
    statusCode: 409,
  })
  await second.close()
})

it('stores transactions as deltas whose sum is the stored document', async () => {
  const fixture = await startLake({ directory })
  const client = fixture.client()
  await client.create({ _id: 'a', _type: 'note', text: 'x'.repeat(5000), list: [1, 2, 3] })
  for (let n = 0; n < 20; n++) await client.patch('a').set({ n, 'list[1]': n }).commit()
  const stored = await client.getDocument('a')
  await fixture.close()
  const database = new Database(join(directory, 'lake.db'))
  const rows = database.prepare('SELECT apply FROM effects ORDER BY seq').all() as {
    apply: string
  }[]
  database.close()
  const replayed = rows.reduce<unknown>(
    (state, { apply }) => applyPatch(state, JSON.parse(apply) as RawPatch),
    null,
  )
  const { _rev, ...content } = stored ?? {}
  expect(replayed).toEqual(content)
  for (const { apply } of rows.slice(1)) expect(apply.length).toBeLessThan(200)
})

it('has every acknowledged transaction completely after its process was killed', async () => {
  const { child, gone, lines } = start()
  let acknowledged = -1
  for await (const line of lines) {
    if (line !== 'open') acknowledged = Number(line)
    if (acknowledged === 40) child.kill('SIGKILL')
  }
  await gone
  const lake = await openLake({ directory, token: TOKEN, ...NAMES })
  expect(acknowledged).toBeGreaterThanOrEqual(40)
  for (let n = 0; n <= acknowledged; n++) {
    expect([lake.dataset.get(`one-${n}`)?.n, lake.dataset.get(`two-${n}`)?.n]).toEqual([n, n])
  }
  expect(lake.dataset.size % 2).toBe(0)
  await lake.close()
})

it('continues the chain of revisions after its process was killed during edits', async () => {
  const { child, gone, lines } = start('keystrokes')
  let last = ''
  let count = 0
  for await (const line of lines) {
    if (line !== 'open') last = line
    if (count++ === 20) child.kill('SIGKILL')
  }
  await gone
  const lake = await openLake({ directory, token: TOKEN, ...NAMES })
  const saved = lake.dataset.get('drafts.typed')
  // The last keystroke may have been stored without being acknowledged.
  const { history } = lake.dataset
  const range = { reverse: true, limit: 2, from: last }
  const since = history.transactions(['drafts.typed'], range)
  expect(since.length).toBeGreaterThan(0)
  expect(since[0]?.id).toBe(saved?._rev)
  expect(String(saved?.text).length).toBe(Number(saved?.n))
  expect(history.documentAt('drafts.typed', { revision: last })).toMatchObject({ _rev: last })
  const heard: (string | undefined)[][] = []
  lake.dataset.onTransaction(({ changes }) => {
    for (const { before, after } of changes) heard.push([before?._rev, after?._rev])
  })
  const next = lake.dataset.act(
    [
      {
        actionType: 'sanity.action.document.edit',
        draftId: 'drafts.typed',
        publishedId: 'typed',
        patch: { set: { n: -1 } },
      },
    ],
    { author: 'me' },
  )
  expect(heard).toEqual([[saved?._rev, next.transactionId]])
  await lake.close()
})

it('can only be opened by one process, and a second one does not disturb it', async () => {
  const { client, close } = await startLake({ directory })
  await expect(openLake({ directory, token: TOKEN, ...NAMES })).rejects.toThrow(LakeInUseError)
  const { gone, lines } = start()
  const said: string[] = []
  for await (const line of lines) said.push(line)
  expect(await gone).toBe(1)
  expect(said).toEqual([
    `LakeInUseError: The content lake in ${directory} is in use by process ${process.pid}. Stop it, or use another folder`,
  ])
  expect(await client().create({ _id: 'a', _type: 'note' })).toMatchObject({ _id: 'a' })
  // Other processes can still read the database, for example to export it.
  const reader = new Database(join(directory, 'lake.db'), { readonly: true })
  expect(reader.prepare('SELECT id FROM documents').all()).toMatchObject([{ id: 'a' }])
  reader.close()
  await close()
  await (await openLake({ directory, token: TOKEN, ...NAMES })).close()
})

it('changes nothing in memory when writing to disk fails', async () => {
  const { client, close, lake } = await startLake({ directory })
  await client().create({ _id: 'a', _type: 'note', n: 1 })
  const other = new Database(join(directory, 'lake.db'))
  other.exec('BEGIN IMMEDIATE')
  await expect(client().patch('a').set({ n: 2 }).commit()).rejects.toMatchObject({
    statusCode: 500,
  })
  expect(lake.dataset.get('a')).toMatchObject({ n: 1 })
  expect(await client().fetch('*[_id == "a"][0].n')).toBe(1)
  other.exec('ROLLBACK')
  other.close()
  expect(await client().patch('a').set({ n: 3 }).commit()).toMatchObject({ n: 3 })
  await close()
})

describe('files of a lake', () => {
  const open = (from = directory) => openLake({ directory: from, token: TOKEN, ...NAMES })
  const path = (name: string) => join(directory, name)

  async function fill(documents = 1) {
    const lake = await open()
    const text = 'x'.repeat(2_000)
    const create = Array.from({ length: documents }, (_, n) => ({
      create: { _id: `a${n}`, _type: 'note', text },
    }))
    lake.dataset.transact(create, { author: 'me' })
    return lake
  }

  it('are complete without their write-ahead logs after closing', async () => {
    const lake = await fill()
    await lake.close()
    const elsewhere = path('copy')
    await mkdir(elsewhere)
    for (const name of ['lake.db', 'users.db']) await copyFile(path(name), join(elsewhere, name))
    const copy = await open(elsewhere)
    expect(copy.dataset.get('a0')).toMatchObject({ _type: 'note' })
    await copy.close()
    const users = new Database(join(elsewhere, 'users.db'))
    expect(users.prepare('SELECT count(*) AS n FROM keyvalue').get()).toMatchObject({ n: 0 })
    users.close()
  })

  it('show that something was written, even in a copy and after everything was deleted', async () => {
    const lake = await open()
    expect(lake.dataset.wasWritten).toBe(false)
    expect(() =>
      lake.dataset.transact([{ create: { _id: '', _type: '' } }], { author: 'me' }),
    ).toThrow()
    expect(lake.dataset.wasWritten).toBe(false)
    lake.dataset.transact([{ create: { _id: 'a', _type: 'note' } }], { author: 'me' })
    const elsewhere = path('copy')
    await mkdir(elsewhere)
    await copyFile(path('lake.db'), join(elsewhere, 'lake.db'))
    lake.dataset.transact([{ delete: { id: 'a' } }], { author: 'me' })
    lake.dataset.history.prune('2999')
    await lake.close()
    for (const from of [directory, elsewhere]) {
      const again = await open(from)
      expect(again.dataset.wasWritten).toBe(true)
      await again.close()
    }
  })

  it.each(['lake.db', 'users.db'])(
    'are rejected if a newer version has written %s',
    async (name) => {
      await (await open()).close()
      const database = new Database(path(name))
      database.exec('PRAGMA user_version = 999')
      database.close()
      await expect(open()).rejects.toThrow(UnusableFileError)
      await expect(open()).rejects.toThrow(/newer version/)
    },
  )

  it.each(['lake.db', 'users.db', 'lock.db'])(
    'are rejected with an error of one line if %s is not a database',
    async (name) => {
      await mkdir(directory, { recursive: true })
      writeFileSync(path(name), 'not a database, but long enough to look like one '.repeat(100))
      const opened = openLake({
        directory,
        token: TOKEN,
        ...NAMES,
        login: { password: 'password' },
      })
      await expect(opened).rejects.toThrow(UnusableFileError)
      await expect(opened).rejects.toThrow(new RegExp(`^${path(name)} [^\n]+$`))
    },
  )

  it('are rejected if pages with documents are damaged', async () => {
    await (await fill(100)).close()
    const handle = openSync(path('lake.db'), 'r+')
    const { size } = statSync(path('lake.db'))
    for (let at = 4096 * 4; at < size; at += 4096)
      writeSync(handle, Buffer.alloc(100, 0xff), 0, 100, at)
    closeSync(handle)
    expect(readFileSync(path('lake.db')).length).toBe(size)
    await expect(open()).rejects.toThrow(/lake\.db is damaged/)
    await expect(open()).rejects.toThrow(/lake\.db is damaged/)
  })
})
