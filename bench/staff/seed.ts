import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from 'halvi-leads/database'
import { forms } from 'halvi-leads/forms'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { openIndex } from '../../leads/staff/index/open-index.ts'
import { quarterInSql } from '../../leads/store/database/counting/counter.ts'
import type { LeadTables } from '../../leads/store/database/tables.ts'
import { benchLead, noteText, random } from './leads.ts'

/** The number of leads. One in five has a note. */
export const leads = Number(process.env.LEADS ?? 1_000_000)

const folder = join(homedir(), '.cache/halvi-bench')
const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const log = pino({ level: 'silent' })

/** Resolves to a data folder with a million indexed leads. Creates it at the first call, which takes some minutes. */
export async function seededFolder(): Promise<string> {
  const dataDir = join(folder, `staff-${leads}`)
  if (existsSync(dataDir)) return dataDir
  const making = `${dataDir}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  await seed({ dataDir: making })
  renameSync(making, dataDir)
  return dataDir
}

/** Resolves to the URL of a database with the same leads, or to undefined if PostgreSQL is unavailable. */
export async function seededPostgres(): Promise<string | undefined> {
  const name = `halvi_bench_${leads}`
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const admin = new pg.Client({ connectionString: server })
  try {
    await admin.connect()
  } catch {
    return undefined
  }
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return databaseUrl
    const making = `${name}_making`
    await admin.query(`drop database if exists ${making}`)
    await admin.query(`create database ${making}`)
    await seed({
      dataDir: folder,
      databaseUrl: Object.assign(new URL(server), { pathname: `/${making}` }).href,
    })
    await admin.query(`alter database ${making} rename to ${name}`)
    return databaseUrl
  } finally {
    await admin.end()
  }
}

async function seed(source: { dataDir: string; databaseUrl?: string }): Promise<void> {
  const started = performance.now()
  const report = (step: string) =>
    console.error(`${step} after ${Math.round((performance.now() - started) / 1000)} s`)
  const database = await openDatabase({ ...source, log })
  await storeLeads(database)
  report('Stored')
  await sql`insert into lead_to_index (lead_id) select id from lead order by id`.execute(database)
  await database.destroy()
  const index = await openIndex({ ...source, forms }, log)
  let indexed = 0
  for (let some = 1; some > 0; indexed += some) some = await index.index(1_000)
  await index.close()
  // Autovacuum would do this automatically, if it is turned on.
  if (source.databaseUrl) await vacuum(source.databaseUrl)
  report(`${indexed} indexed`)
}

/** Vacuums and analyzes all tables of a database. */
async function vacuum(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** Stores all leads and updates the counters, but does not index them. */
async function storeLeads(database: Kysely<LeadTables>): Promise<void> {
  for (let at = 0; at < leads; at += 5_000)
    await addLeads(database, at, Math.min(leads, at + 5_000))
  await sql`insert into lead_counter
    select form, ${sql.raw(quarterInSql)} as quarter, 0, count(*) from lead
    where spam = 0 group by form, quarter`.execute(database)
}

async function addLeads(database: Kysely<LeadTables>, from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, index) => benchLead(from + index, leads))
  const notes = rows
    .filter(() => random() < 0.2)
    .map(({ id, created_at }) => ({
      ...{ id: `note-${id}`, lead_id: id, author: 'person-0', author_name: 'Huda' },
      ...{ text: noteText(), created_at },
    }))
  await database.transaction().execute(async (within) => {
    for (let at = 0; at < rows.length; at += 500) {
      await within
        .insertInto('lead')
        .values(rows.slice(at, at + 500))
        .execute()
    }
    for (let at = 0; at < notes.length; at += 500) {
      await within
        .insertInto('lead_note')
        .values(notes.slice(at, at + 500))
        .execute()
    }
  })
}
