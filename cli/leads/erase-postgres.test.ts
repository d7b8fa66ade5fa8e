import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLeads, type Leads } from 'halvi-leads'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testForms } from '../../leads/testing/test-forms.ts'
import { testDatabase, testPostgres } from '../../leads/testing/test-postgres.ts'
import { runGroup } from '../testing/run-group.ts'
import { leadsGroup } from './group.ts'

/** The folder with the list of erased leads. */
const dataDir = mkdtempSync(join(tmpdir(), 'erase-'))
const postgres = await testPostgres().then(async (schema) => {
  await schema?.drop()
  return schema && testDatabase()
})
const folder = (await postgres?.query('show data_directory'))?.rows[0].data_directory as string
const isReadable = isFile(join(folder ?? '/', 'PG_VERSION'))
if (postgres && !isReadable) {
  console.info(`Skipped: the files of PostgreSQL in ${folder} can't be read by this user`)
}

function isFile(path: string): boolean {
  try {
    return readFileSync(path).length > 0
  } catch {
    return false
  }
}

/**
 * Returns the paths of the files with the leads, their indexes, long values, and statistics, in PostgreSQL's folder.
 */
async function files(): Promise<string[]> {
  const { rows } = await (postgres as NonNullable<typeof postgres>).query(`
    with base as (select oid, reltoastrelid from pg_class where oid in ('lead'::regclass, 'pg_statistic'::regclass)),
    tables as (select oid from base union select reltoastrelid from base where reltoastrelid <> 0)
    select pg_relation_filepath(oid) as path from tables
    union select pg_relation_filepath(indexrelid) from pg_index where indrelid in (select oid from tables)`)
  return rows.map(({ path }) => path)
}

const erase = (email: string) =>
  runGroup(leadsGroup(testForms), ['erase', '--email', email, '--yes'], {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres?.url,
  })

describe.runIf(postgres)('halvi leads erase with PostgreSQL', () => {
  let leads: Leads
  beforeAll(async () => {
    leads = await createLeads({
      dataDir,
      databaseUrl: postgres?.url,
      rateLimit: 'off',
      log: pino({ level: 'silent' }),
    })
  })
  afterAll(async () => {
    await leads.close()
    await postgres?.drop()
    rmSync(dataDir, { recursive: true })
  })

  const submit = (name: string) =>
    leads.receive({
      form: 'waitlist',
      payload: { name, email: `${name}@example.com` },
      spam: false,
      delivered: false,
    })

  it.runIf(isReadable)('removes all data of a person from the files of PostgreSQL', async () => {
    const canary = `Zaynab-${randomUUID()}`
    await submit(canary)
    for (let n = 0; n < 20; n++) await submit(`other-${n}`)
    await postgres?.query('analyze lead')
    await postgres?.query('checkpoint')
    const before = await files()
    const filesWithCanary = (paths: string[]) =>
      paths.filter((path) => {
        const file = join(folder, path)
        return isFile(file) && readFileSync(file, 'latin1').includes(canary)
      })
    // The table and its statistics.
    expect(filesWithCanary(before).length).toBeGreaterThanOrEqual(2)
    expect(await erase(`${canary}@example.com`.toLowerCase())).toMatchObject({ code: 0, err: '' })
    // PostgreSQL deletes an old file at the first checkpoint after the last process has closed it.
    await expect
      .poll(async () => {
        await postgres?.query('checkpoint')
        return filesWithCanary([...before, ...(await files())])
      })
      .toEqual([])
    expect(await leads.count(new Date(0))).toMatchObject({ waitlist: { total: 21 } })
  })

  it.each([
    [
      'that can still see the old rows',
      'this',
      'begin isolation level repeatable read; table pg_am',
    ],
    ['that has an id and no snapshot', 'this', 'begin; select pg_current_xact_id()'],
    ['with an id in another database', 'another', 'begin; select pg_current_xact_id()'],
  ])('waits for a transaction %s', async (_case, database, statements) => {
    await submit('Yusuf')
    const otherDatabase = database === 'another' ? await testDatabase() : undefined
    const other = new pg.Client({ connectionString: (otherDatabase ?? postgres)?.url })
    await other.connect()
    await other.query(statements)
    let isDone = false
    const erasing = erase('yusuf@example.com').finally(() => {
      isDone = true
    })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(isDone).toBe(false)
    await other.query('commit')
    expect(await erasing).toMatchObject({ code: 0, err: '' })
    await other.end()
    await otherDatabase?.drop()
  })
})
