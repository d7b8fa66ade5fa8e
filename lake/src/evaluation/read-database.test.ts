import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Dataset } from '../dataset/dataset.ts'
import { NAMES } from '../testing/names.ts'
import { readDatabase } from './read-database.ts'

const directory = mkdtempSync(join(tmpdir(), 'lake-read-#%'))
afterAll(() => rmSync(directory, { recursive: true }))

it('makes no file where the folder was emptied, and reads one wherever it lies', () => {
  const read = () => readDatabase(directory, (database) => database.inTransaction)
  expect(read).toThrow()
  expect(readdirSync(directory)).toEqual([])

  const dataset = new Dataset({ directory, ...NAMES })
  expect(read()).toBe(true)
  dataset.close()
})
