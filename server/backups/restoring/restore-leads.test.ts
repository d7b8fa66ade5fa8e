import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { it } from '../testing/backup-fixtures.ts'

const database = 'postgres://halvi@db.example/halvi'

it.for([
  { leads: 'dump', database },
  // As a version noted it that did not tell whose the leads are.
  {},
])(
  'a restore gone on with without a database keeps the leads that go there: %j',
  async (noted, { place, restored, restoreFrom }) => {
    // As one leaves it that was killed before its leads were in PostgreSQL.
    const beside = join(restored, '.restoring')
    mkdirSync(join(beside, 'data'), { recursive: true })
    writeFileSync(join(beside, 'data', 'leads.dump'), 'a dump')
    const step = { at: '2026-11-22T03:00:00.000Z', count: 3, ...noted }
    writeFileSync(join(beside, 'checked.json'), JSON.stringify(step))
    await expect(restoreFrom(place)).rejects.toThrow(`set DATABASE_URL to that`)
    await expect(restoreFrom(place)).rejects.toThrow(noted.database ?? 'a database')
    expect(readdirSync(restored)).toEqual(['.restoring'])
    expect(existsSync(join(beside, 'data', 'leads.dump'))).toBe(true)
  },
)
