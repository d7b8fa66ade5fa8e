import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ErasedList, erasedListName } from './erased-list.ts'

const at = '2026-11-22T10:00:00.000Z'
let folder: string
let list: ErasedList
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'erased-'))
  list = new ErasedList(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

it('loses no id after a line that a crash has truncated', async () => {
  await list.append(['first'], at)
  appendFileSync(join(folder, erasedListName), `${at} sec`)
  expect(await list.read()).toEqual(['first'])
  await list.append(['third'], at)
  // The truncated id does not match any lead.
  expect(await list.read()).toEqual(['first', 'sec', 'third'])
})

it('merges missing ids from other lists, each once, with their times', async () => {
  await list.append(['first'], at)
  const later = '2026-11-23T10:00:00.000Z'
  await list.merge([`${later} first\n${later} second\n`, `${later} second\n${later} cut`, ''])
  expect(await list.read()).toEqual(['first', 'second'])
  const text = readFileSync(join(folder, erasedListName), 'utf8')
  expect(text).toBe(`${at} first\n${later} second\n`)
})
