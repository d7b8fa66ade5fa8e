import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { leadsFile } from 'halvi-leads/files'
import type { DatabaseFile } from '../../server/data-folder/data-files.ts'
import { withConnection } from '../../server/snapshots/postgres/connect.ts'
import { leadTables } from '../../server/snapshots/postgres/leads.ts'
import { hasTable, readDatabase } from './data/read-database.ts'
import { readManifest } from './snapshots.ts'

/** The numbers of changes after a snapshot, which a rollback removes from the data. */
export interface LaterChanges {
  leads: number
  /** The file with those leads, one JSON object per line. Absent if there are no newer leads. */
  leadsFile?: string
  documents: number
  people: number
}

interface Lead {
  payload: string
  spam: number
}

const leadColumns = 'id form state spam created_at delivered_at payload'.split(' ')

/**
 * Compares the folders of two snapshots. Writes the leads that only the later snapshot has to a file in its folder.
 * Resolves to the numbers of changes.
 */
export async function laterChanges(
  earlier: string,
  later: string,
  databaseUrl: string | undefined,
): Promise<LaterChanges> {
  const leads = databaseUrl
    ? await postgresLeads(databaseUrl, readManifest(earlier).at)
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

function* lines(leads: readonly Lead[]) {
  for (const { payload, spam, ...about } of leads) {
    yield `${JSON.stringify({ ...about, spam: spam === 1, payload: JSON.parse(payload) })}\n`
  }
}

/** Returns the rows of a table whose ids only the later snapshot has. */
function newRows<Row>(
  earlier: string,
  later: string,
  path: DatabaseFile,
  table: string,
  columns: readonly string[],
): Row[] {
  const [before, after] = [join(earlier, path), join(later, path)]
  const isIn = (file: string) => existsSync(file) && hasTable(file, table)
  if (!isIn(after)) return []
  const select = `select ${columns.join(', ')} from main.${table}`
  if (!isIn(before)) return readDatabase<Row>(after, columns, `${select} order by id`)
  const isNew = `id not in (select id from earlier.${table})`
  const others = { earlier: before }
  return readDatabase<Row>(after, columns, `${select} where ${isNew} order by id`, others)
}

function changedDocuments(earlier: string, later: string): number {
  const [before, after] = [join(earlier, 'lake/lake.db'), join(later, 'lake/lake.db')]
  if (!existsSync(after)) return 0
  const sequence = "select seq from sqlite_sequence where name = 'transactions'"
  const [last] = existsSync(before) ? readDatabase<{ seq: number }>(before, ['seq'], sequence) : []
  const select = `select count(distinct document_id) from effects where seq > ${last?.seq ?? 0}`
  return readDatabase<{ documents: number }>(after, ['documents'], select)[0]?.documents ?? 0
}

/** Resolves to the leads that were stored after a time. @param since ISO 8601 in UTC, like all times of leads */
const postgresLeads = (databaseUrl: string, since: string): Promise<Lead[]> =>
  withConnection(databaseUrl, async (client) => {
    if (!(await leadTables(client)).includes('lead')) return []
    const select = `select ${leadColumns.join(', ')} from lead where created_at > $1 order by id`
    return (await client.query<Lead>(select, [since])).rows
  })
