import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderStore } from '../stores/folder-store.ts'
import type { FileStore } from '../stores/store.ts'
import { withLock } from './lock.ts'

let folder: string
let store: FileStore
const lock = () => join(folder, 'lock.json')
const often = { renewMs: 5, deadMs: 600_000 }
const other = (at = new Date().toISOString()) =>
  JSON.stringify({ id: 'other', host: 'elsewhere', pid: 1, at })

/** Returns a promise and the function that resolves it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  store = folderStore(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

it('lets only one of two processes take over the lock of a dead owner', async () => {
  writeFileSync(lock(), other('2020-01-01T00:00:00.000Z'))
  const [found, taken, ended] = [gate(), gate(), gate()]
  const slow: FileStore = {
    ...store,
    async read(name) {
      const bytes = await store.read(name)
      if (name !== 'lock.json') return bytes
      found.open()
      await taken.opened
      return bytes
    },
  }
  const second = withLock(slow, async () => {})
  await found.opened
  const first = withLock(store, async (held) => {
    taken.open()
    await ended.opened
    await held.write('mine', Buffer.from('x'))
  })
  await expect(second).rejects.toThrow(/has just started/)
  ended.open()
  await first
  expect(readdirSync(folder)).toEqual(['mine'])
})

it('has one owner even if the store overwrites an existing lock', async () => {
  const [both, ended] = [gate(), gate()]
  let created = 0
  const overwriting: FileStore = {
    ...store,
    async create(name, data) {
      await store.write(name, data)
      if (++created === 2) both.open()
      await both.opened
      return true
    },
  }
  const two = [1, 2].map(() => withLock(overwriting, () => ended.opened))
  await Promise.race(two.map((each) => each.catch(() => {})))
  ended.open()
  const results = await Promise.allSettled(two)
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('is not created again by a renewal that was running at its release', async () => {
  const [begun, goOn] = [gate(), gate()]
  const slow: FileStore = {
    ...store,
    async write(name, data) {
      begun.open()
      await goOn.opened
      await store.write(name, data)
    },
  }
  const working = withLock(slow, () => begun.opened, often)
  await begun.opened
  await sleep(20)
  goOn.open()
  await working
  await sleep(20)
  expect(readdirSync(folder)).toEqual([])
})

it('rejects writes after another process has taken over the lock', async () => {
  const looked = gate()
  let isTaken = false
  const watched: FileStore = {
    ...store,
    async read(name) {
      const isLate = isTaken
      const bytes = await store.read(name)
      if (isLate) setImmediate(looked.open)
      return bytes
    },
  }
  const working = withLock(
    watched,
    async (held) => {
      writeFileSync(lock(), other())
      isTaken = true
      await looked.opened
      await held.write('mine', Buffer.from('x'))
    },
    often,
  )
  await expect(working).rejects.toThrow(/^Another backup may have taken over/)
  expect(readFileSync(lock(), 'utf8')).toMatch('other')
  expect(readdirSync(folder)).toEqual(['lock.json'])
})

it('is checked again after the machine has slept', async () => {
  const working = withLock(
    store,
    async (held) => {
      await held.write('before', Buffer.from('x'))
      writeFileSync(lock(), other())
      await sleep(20)
      await held.remove('before')
    },
    { renewMs: 600_000, deadMs: 20 },
  )
  await expect(working).rejects.toThrow(/^Another backup may have taken over/)
  expect(readdirSync(folder).sort()).toEqual(['before', 'lock.json'])
})
