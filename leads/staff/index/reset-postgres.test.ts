import pg from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { OperationError } from '../../errors.ts'
import { createLeads } from '../../leads.ts'
import { testPostgres } from '../../testing/test-postgres.ts'
import { resetPostgresIndex } from './reset-postgres.ts'

it('does not change the index while another process reads it', async ({ skip }) => {
  const postgres = await testPostgres()
  if (!postgres) return skip()
  const log = pino({ level: 'silent' })
  const site = await createLeads({
    ...{ dataDir: '/unused', databaseUrl: postgres.url, rateLimit: 'off', log },
  })
  await site.close()
  const reader = new pg.Client({ connectionString: postgres.url })
  await reader.connect()
  try {
    const tables =
      "select array_agg(oid::text order by oid) as tables from pg_class where relname like 'lead_%' and relnamespace = current_schema()::regnamespace"
    const before = (await reader.query(tables)).rows
    await reader.query('begin; select count(*) from lead_entry')
    await expect(resetPostgresIndex(postgres.url, 1)).rejects.toThrow(OperationError)
    expect((await reader.query(tables)).rows).toEqual(before)
    await reader.query('commit')
    await resetPostgresIndex(postgres.url, 1)
    expect((await reader.query(tables)).rows).not.toEqual(before)
  } finally {
    await reader.end()
    await postgres.drop()
  }
})
