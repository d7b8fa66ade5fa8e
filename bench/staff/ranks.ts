import { mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createLeads } from 'halvi-leads'
import { openDatabase } from 'halvi-leads/database'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { linkToken } from '../../leads/applicants/links.ts'
import { readLeaderboard } from '../../leads/referrals/leaderboard.ts'
import { rankOf } from '../../leads/referrals/rank.ts'
import { isPostgres } from '../../leads/store/database/dialect.ts'
import type { LeadTables } from '../../leads/store/database/tables.ts'
import { random } from './leads.ts'
import { vacuum } from './seed.ts'

/** The number of confirmed applicants. One in five has referrals, one in ten was erased, one in four is listed. */
const applicants = Number(process.env.APPLICANTS ?? 1_000_000)
const runs = Number(process.env.RUNS ?? 100)
const log = pino({ level: 'silent' })
const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'

/** Measures applicants' own pages, their ranks, and the leaderboard among a million applicants. */
export async function benchRanks(): Promise<string> {
  const dataDir = join(homedir(), '.cache/halvi-bench/ranks')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const lines = ['| | own page | rank | leaderboard |', '|---|---|---|---|']
  lines.push(`| SQLite | ${await measure({ dataDir })} |`)
  console.error(lines.at(-1))
  rmSync(dataDir, { recursive: true })
  const name = 'halvi_bench_ranks'
  const admin = new pg.Client({ connectionString: server })
  try {
    await admin.connect()
  } catch {
    return lines.join('\n')
  }
  await admin.query(`drop database if exists ${name}`)
  await admin.query(`create database ${name}`)
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href
  lines.push(`| PostgreSQL | ${await measure({ dataDir, databaseUrl })} |`)
  await admin.query(`drop database ${name}`)
  await admin.end()
  return `${applicants.toLocaleString('en')} applicants, p50 / p95 in ms\n\n${lines.join('\n')}`
}

async function measure(source: { dataDir: string; databaseUrl?: string }): Promise<string> {
  const database = await openDatabase({ ...source, log })
  await fill(database)
  if (source.databaseUrl) await vacuum(source.databaseUrl)
  else await sql`analyze`.execute(database)
  const leads = await createLeads({ ...source, rateLimit: 'off', log })
  const some = Array.from({ length: runs }, () => idOf(1 + Math.floor(random() * applicants)))
  const people = await database
    .selectFrom('lead_applicant')
    .selectAll()
    .where('id', 'in', some)
    .where('address', 'is not', null)
    .execute()
  const pages: number[] = []
  const ranks: number[] = []
  const boards: number[] = []
  for (const person of people) {
    pages.push(await timeOf(() => leads.applicants.page(linkToken(person, 'page'))))
    ranks.push(await timeOf(() => rankOf(database, person)))
    boards.push(await timeOf(() => readLeaderboard(database)))
  }
  await leads.close()
  await database.destroy()
  return [pages, ranks, boards].map(quantiles).join(' | ')
}

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Number of applicants that one statement adds. */
const batch = 20_000

/** Adds the applicants, with an application each, in SQL. */
async function fill(database: Kysely<LeadTables>): Promise<void> {
  for (let from = 1; from <= applicants; from += batch) {
    const [first, last] = [sql.lit(from), sql.lit(Math.min(applicants, from + batch - 1))]
    const numbers = isPostgres(database)
      ? sql`select n from generate_series(${first}, ${last}) as numbers (n)`
      : sql`with recursive numbers (n) as
          (select ${first} union all select n + 1 from numbers where n < ${last})
          select n from numbers`
    const id = isPostgres(database)
      ? sql`'00000000-0000-7000-8000-' || lpad(cast(n as text), 12, '0')`
      : sql`printf('00000000-0000-7000-8000-%012d', n)`
    // From 1 to 500 referrals, few of them many.
    await sql`insert into lead_applicant (id, address, email, name, secret, created_at,
        confirmed_at, confirmed_seq, code, referrals, listed)
      select ${id}, case when n % 10 = 3 then null else 'p' || n || '@example.com' end, '',
        'Amina Khan', case when n % 10 = 3 then '' else 'secret' end, '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:00:00.000Z', n, 'code' || n,
        case when n % 10 = 3 or n % 5 > 0 then 0 else 1 + 500 / (1 + n * 79 % 1000) end,
        case when n % 4 = 0 then 1 else 0 end
      from (${numbers}) as people`.execute(database)
    await sql`insert into lead (id, form, payload, fingerprint, spam, state, attempts, created_at,
        applicant_id)
      select 'lead-' || n, 'waitlist', '{"name":"Amina Khan"}', cast(n as text), 0, 'stored', 0,
        '2026-01-01T00:00:00.000Z', ${id}
      from (${numbers}) as people`.execute(database)
  }
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

function quantiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  return `${at(0.5)} / ${at(0.95)}`
}
