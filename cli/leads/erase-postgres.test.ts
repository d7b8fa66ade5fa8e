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

/** For the list of what was erased. */
const dataDir = mkdtempSync(join(tmpdir(), 'erase-'))
const postgres = await testPostgres().then(async (schema) => {
  await schema?.drop()
  return schema && testDatabase()
})
const folder = (await postgres?.query('show data_directory'))?.rows[0].data_directory as string
const isReadable = isFile(join(folder ?? '/', 'PG_VERSION'))
if (postgres && !isReadable) {
  console.info(`The files in ${folder} can't be read: what they hold after erasing is not tested`)
}

function isFile(path: string): boolean {
  try {
    return readFileSync(path).length > 0
  } catch {
    return false
  }
}

/** The files that hold the leads, their indexes, long values and statistics, relative to the data. */
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

describe.runIf(postgres)('erasing from PostgreSQL', () => {
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

  it.runIf(isReadable)('leaves nothing of a person in the files', async () => {
    const canary = `Zaynab-${randomUUID()}`
    await submit(canary)
    for (let n = 0; n < 20; n++) await submit(`other-${n}`)
    await postgres?.query('analyze lead')
    await postgres?.query('checkpoint')
    const before = await files()
    const holding = (paths: string[]) =>
      paths.filter((path) => {
        const file = join(folder, path)
        return isFile(file) && readFileSync(file, 'latin1').includes(canary)
      })
    // The table, and its statistics.
    expect(holding(before).length).toBeGreaterThanOrEqual(2)
    expect(await erase(`${canary}@example.com`.toLowerCase())).toMatchObject({ code: 0, err: '' })
    // A former file goes when the last process has let go of it, at the next checkpoint.
    await expect
      .poll(async () => {
        await postgres?.query('checkpoint')
        return holding([...before, ...(await files())])
      })
      .toEqual([])
    expect(await leads.count(new Date(0))).toMatchObject({ waitlist: { total: 21 } })
  })

  it.each([
    ['still sees the former rows', 'this', 'begin isolation level repeatable read; table pg_am'],
    ['has written and sees nothing just now', 'this', 'begin; select pg_current_xact_id()'],
    ['has written elsewhere', 'another', 'begin; select pg_current_xact_id()'],
  ])('waits for whoever %s', async (_, where, statements) => {
    await submit('Yusuf')
    const elsewhere = where === 'another' ? await testDatabase() : undefined
    const other = new pg.Client({ connectionString: (elsewhere ?? postgres)?.url })
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
    await elsewhere?.drop()
  })
})
