import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createCounts } from '../../store.ts'
import { openDatabase } from '../database.ts'
import { mergeCounters } from './counter.ts'

it('mergeCounters merges counters of past days, and counts stay the same', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'counters-'))
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  const today = new Date().toISOString().slice(0, 10)
  const counter = (quarter: string, slot: number, leads: number) => ({
    ...{ form: 'waitlist', quarter, slot, leads },
  })
  await database
    .insertInto('lead_counter')
    .values([
      counter('2025-11-01T00:00', 0, 1),
      counter('2025-11-01T09:15', 0, 2),
      counter('2025-11-01T09:15', 3, 4),
      counter('2025-11-02T23:45', 0, 8),
      counter(`${today}T00:15`, 0, 16),
    ])
    .execute()
  const counts = () => createCounts(database).count(new Date('2025-11-02T00:00Z'))
  const before = await counts()
  await mergeCounters(database)
  await mergeCounters(database)
  expect(await counts()).toEqual(before)
  expect(
    await database.selectFrom('lead_counter').selectAll().orderBy('quarter').execute(),
  ).toEqual([
    counter('2025-11-01T00:00', 0, 7),
    counter('2025-11-02T00:00', 0, 8),
    counter(`${today}T00:15`, 0, 16),
  ])
  await database.destroy()
  rmSync(dataDir, { recursive: true })
})
