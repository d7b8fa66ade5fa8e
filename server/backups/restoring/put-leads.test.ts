import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { it } from '../testing/backup-fixtures.ts'

it('a restore that is gone on with without a database keeps the leads that are to go there', async ({
  place,
  restored,
  restoreFrom,
}) => {
  // As one leaves it that was killed before its leads were in PostgreSQL.
  const beside = join(restored, '.restoring')
  mkdirSync(join(beside, 'data'), { recursive: true })
  writeFileSync(join(beside, 'data', 'leads.dump'), 'a dump')
  const database = 'postgres://halvi@db.example/halvi'
  const step = { at: '2026-11-22T03:00:00.000Z', leads: 'dump', count: 3, database }
  writeFileSync(join(beside, 'checked.json'), JSON.stringify(step))
  await expect(restoreFrom(place)).rejects.toThrow(`set DATABASE_URL to that`)
  await expect(restoreFrom(place)).rejects.toThrow(database)
  expect(readdirSync(restored)).toEqual(['.restoring'])
  expect(existsSync(join(beside, 'data', 'leads.dump'))).toBe(true)
})
