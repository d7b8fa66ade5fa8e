import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from 'halvi-leads/admin'
import { forms } from 'halvi-leads/forms'
import pg from 'pg'
import { pino } from 'pino'
import { addLead } from '../../packages/leads/store/add-lead.ts'
import type { LeadDatabase } from '../../packages/leads/store/database/tables.ts'
import { deriveAgain } from '../../packages/leads/store/derived/change.ts'
import { countNew } from '../../packages/leads/store/derived/sums.ts'
import type { StoredLead } from '../../packages/leads/store/stored-lead.ts'
import { benchLead, noteText, random } from './leads.ts'

/**
 * The number of leads. One in five has a note. Adding 200,000 takes 10 minutes of processor time for each database at the
 * first run; LEADS=20000 takes one.
 */
export const leads = Number(process.env.LEADS ?? 200_000)

const folder = join(homedir(), '.cache/halvi-bench')
const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const log = pino({ level: 'silent' })

/** Resolves to a data folder with the leads. Creates it at the first call. */
export async function seededFolder(): Promise<string> {
  const dataDir = join(folder, `leads-${leads}`)
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
  const name = `halvi_bench_leads_${leads}`
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
  const database = await openDatabase({ ...source, log })
  for (let at = 0; at < leads; at += batch)
    await addLeads(database, at, Math.min(leads, at + batch))
  await database.destroy()
  // Autovacuum would do this automatically, if it is turned on.
  if (source.databaseUrl) await vacuum(source.databaseUrl)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.error(`Stored ${leads} leads in ${seconds} s`)
}

/** Vacuums and analyzes all tables of a database. */
async function vacuum(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** Number of leads in one transaction, as in a group commit. */
const batch = 200

/** Adds leads as submissions do, and notes to some of them. */
async function addLeads(database: LeadDatabase, from: number, to: number): Promise<void> {
  await database.transaction().execute(async (within) => {
    const noted: string[] = []
    for (let index = from; index < to; index++) {
      const row = benchLead(index, leads) as ReturnType<typeof benchLead> & StoredLead
      await addLead(within, row, forms)
      if (random() >= 0.2) continue
      noted.push(row.id)
      const note = { id: `note-${row.id}`, lead_id: row.id, created_at: row.created_at }
      await within
        .insertInto('lead_note')
        .values({ ...note, author: 'person-0', author_name: 'Huda', text: noteText() })
        .execute()
    }
    await countNew(within)
    await deriveAgain(within, noted, forms)
    await within.deleteFrom('lead_to_answer').execute()
  })
}
