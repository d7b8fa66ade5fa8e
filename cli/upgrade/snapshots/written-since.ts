import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { leadsFile } from 'halvi-leads/files'
import type { Settings } from '../../../server/settings/settings.ts'
import { hasTable } from '../data/counts.ts'
import { countLeads, withPostgres } from '../data/postgres.ts'
import { readDatabase } from '../data/read-database.ts'
import { readManifest } from './manifest.ts'
import { snapshotsOf } from './snapshot.ts'

/** What is in one snapshot, and was not yet in another. */
export interface WrittenSince {
  leads: number
  /** Holds those leads, a JSON object a line; absent where there are none. */
  leadsFile?: string
  documents: number
  people: number
}

const leadColumns = 'id form state spam created_at delivered_at payload'.split(' ')

/** Compares two snapshots, and writes the leads that only the second one has into its folder. */
export async function writtenSince(
  { DATA_DIR, DATABASE_URL }: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
  before: string,
  after: string,
): Promise<WrittenSince> {
  const [earlier, later] = [before, after].map((name) => join(snapshotsOf(DATA_DIR), name)) as [
    string,
    string,
  ]
  const leads = DATABASE_URL
    ? await postgresLeads(DATABASE_URL, readManifest(earlier).at)
    : newRows<Lead>(earlier, later, leadsFile, 'lead', leadColumns)
  const file = join(later, 'leads-since.ndjson')
  if (leads.length > 0) {
    const target = createWriteStream(file, { mode: 0o600, flush: true })
    await pipeline(Readable.from(lines(leads)), target)
  }
  return {
    leads: leads.length,
    ...(leads.length > 0 && { leadsFile: file }),
    documents: changedDocuments(earlier, later),
    people: newRows(earlier, later, 'lake/users.db', 'person', ['id']).length,
  }
}

interface Lead {
  payload: string
  spam: number
}

function* lines(leads: readonly Lead[]) {
  for (const { payload, spam, ...about } of leads) {
    yield `${JSON.stringify({ ...about, spam: spam === 1, payload: JSON.parse(payload) })}\n`
  }
}

/** Rows whose id the earlier one does not know. */
function newRows<Row>(
  earlier: string,
  later: string,
  path: string,
  table: string,
  columns: readonly string[],
): Row[] {
  const [before, after] = [join(earlier, path), join(later, path)]
  if (!existsSync(after) || !hasTable(after, table)) return []
  const wasThere = existsSync(before) && hasTable(before, table)
  return readDatabase<Row>(
    after,
    columns,
    `select ${columns.join(', ')} from main.${table}
     ${wasThere ? `where id not in (select id from earlier.${table})` : ''} order by id`,
    wasThere ? { earlier: before } : {},
  )
}

function changedDocuments(earlier: string, later: string): number {
  const path = 'lake/lake.db'
  const [before, after] = [join(earlier, path), join(later, path)]
  if (!existsSync(after)) return 0
  const sequence = "select seq from sqlite_sequence where name = 'transactions'"
  const last = existsSync(before)
    ? (readDatabase<{ seq: number }>(before, ['seq'], sequence)[0]?.seq ?? 0)
    : 0
  const select = `select count(distinct document_id) from effects where seq > ${last}`
  return readDatabase<{ documents: number }>(after, ['documents'], select)[0]?.documents ?? 0
}

/** @param since ISO 8601 in UTC, as all times of leads */
async function postgresLeads(databaseUrl: string, since: string): Promise<Lead[]> {
  return withPostgres(databaseUrl, async (client) => {
    if ((await countLeads(client)) === 0) return []
    const select = `select ${leadColumns.join(', ')} from lead where created_at > $1 order by id`
    return (await client.query<Lead>(select, [since])).rows
  })
}
