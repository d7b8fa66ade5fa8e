import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Dataset } from '../dataset/dataset.ts'
import { DATABASE_FILE } from '../dataset/storage.ts'
import { NAMES } from '../testing/names.ts'
import { readDatabase } from './read-database.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lake-read-#%'))
})
afterEach(() => rmSync(directory, { recursive: true }))

it('does not create a missing file, and reads a file at any path', () => {
  const read = () => readDatabase(directory, (database) => database.inTransaction)
  expect(read).toThrow()
  expect(readdirSync(directory)).toEqual([])

  const dataset = new Dataset({ directory, ...NAMES })
  expect(read()).toBe(true)
  dataset.close()
})

it('does not prevent the write-ahead log from being truncated after reading', () => {
  const dataset = new Dataset({ directory, ...NAMES })
  const statement = readDatabase(directory, (database) => {
    const all = database.prepare('SELECT json FROM documents')
    all.all()
    return all
  })
  dataset.transact([{ create: { _type: 'note' } }], { author: 'test' })
  const owner = new Database(join(directory, DATABASE_FILE))
  expect(owner.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }])
  // Keep the statement alive, so that it is not garbage collected before this point.
  expect(statement).toBeDefined()
  owner.close()
  dataset.close()
})
