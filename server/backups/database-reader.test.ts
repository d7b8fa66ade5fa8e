import { join } from 'node:path'
import Database from 'libsql'
import { expect } from 'vitest'
import { DatabaseReader } from './database-reader.ts'
import { it } from './testing/backup-fixtures.ts'

it('lets the write-ahead log be truncated after the reader has ended', async ({ data }) => {
  const reader = new DatabaseReader(data.dataDir, ['leads.db'])
  const statement = reader.databases.get('leads.db')?.prepare('select count(*) from lead')
  statement?.get()
  reader.end()
  const owner = new Database(join(data.dataDir, 'leads.db'))
  owner.exec('update lead set attempts = attempts + 1')
  expect(owner.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }])
  // The statement must still be referenced here, so that it is not garbage collected earlier.
  expect(statement).toBeDefined()
  owner.close()
})
