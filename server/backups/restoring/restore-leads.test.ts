import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { it } from '../testing/backup-fixtures.ts'

const database = 'postgres://halvi@db.example/halvi'

it.for([
  { leads: 'dump', database },
  // The checkpoint of an older version, which does not say where the leads were.
  {},
])(
  'keeps the exported leads when a restore is resumed without a database: %j',
  async (noted, { repository, restored, restoreFrom }) => {
    // The working folder of a restore that was killed before the import into PostgreSQL.
    const beside = join(restored, '.restoring')
    mkdirSync(join(beside, 'data'), { recursive: true })
    writeFileSync(join(beside, 'data', 'leads.dump'), 'a dump')
    const step = { at: '2026-11-22T03:00:00.000Z', count: 3, ...noted }
    writeFileSync(join(beside, 'checked.json'), JSON.stringify(step))
    await expect(restoreFrom(repository)).rejects.toThrow('set DATABASE_URL to it')
    await expect(restoreFrom(repository)).rejects.toThrow(noted.database ?? 'a database')
    expect(readdirSync(restored)).toEqual(['.restoring'])
    expect(existsSync(join(beside, 'data', 'leads.dump'))).toBe(true)
  },
)
