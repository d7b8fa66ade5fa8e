import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type Database from 'libsql'
import type { Figures } from '../../../contract/contract.ts'
import type { FormDescription } from '../../../form-description.ts'
import { withBusyRetry } from '../../../store/database/busy-retry.ts'
import { leadsFile, leadsIndexFile } from '../../../store/database/file-names.ts'
import { preparedOnce } from '../../../store/database/sqlite.ts'
import type { LeadRow } from '../../../store/database/tables.ts'
import { exportedColumns, type StoredRow } from '../../exported-columns.ts'
import { summaryColumns, summaryOf } from '../../summary.ts'
import { facetNames } from '../figure-changes.ts'
import type { IndexDatabase, Place, Sum } from '../index-database.ts'
import { dayAfter } from '../spans.ts'
import { createSqliteFinder } from './finder.ts'
import { matchWithLeads } from './in-step.ts'
import { openIndexFile } from './tables.ts'
import { createSqliteWriter } from './writer.ts'

/**
 * The index of leads on SQLite: a file beside `leads.db`, so that what is written to it never keeps a
 * submission waiting. Every call runs to its end at once: it belongs into a process of its own.
 *
 * @throws when a file can't be opened
 */
export async function openSqliteIndex(
  dataDir: string,
  forms: readonly FormDescription[],
): Promise<IndexDatabase> {
  const database = await withBusyRetry(async () => open(dataDir))
  const prepare = preparedOnce(database)
  const all = <Row>(sql: string, values: unknown[] = []) => prepare(sql).all(values) as Row[]

  const finder = createSqliteFinder(all)

  return {
    finder,

    async summaries(seqs) {
      const columns = summaryColumns.map((name) => `lead.${name}`).join(', ')
      const rows = all<Pick<LeadRow, (typeof summaryColumns)[number]> & Shown>(
        `select lead_entry.seq, ${columns},
          (select count(*) from leads.lead_note where lead_id = lead.id) as notes
         from lead_entry cross join leads.lead on lead.id = lead_entry.lead_id
         where lead_entry.seq in (select value from json_each(?))`,
        [JSON.stringify(seqs)],
      )
      const bySeq = new Map(rows.map((row) => [row.seq, row]))
      return seqs.flatMap((seq) => {
        const row = bySeq.get(seq)
        return row ? [summaryOf(row, row.notes, () => undefined)] : []
      })
    },

    async *rows(wanted) {
      const select = `select ${exported}
         from json_each(?) as wanted cross join lead_entry on lead_entry.seq = wanted.value
         cross join leads.lead on lead.id = lead_entry.lead_id order by wanted.key`
      // Begins where both files are read first, and ends with the generator.
      database.exec('begin; select 1 from lead_entry limit 1; select 1 from leads.lead limit 1')
      try {
        let after: Place | undefined
        do {
          const places = await finder.inOrder(wanted, 'oldest', { after, limit: foundAtOnce })
          for (let at = 0; at < places.length; at += readAtOnce) {
            const seqs = places.slice(at, at + readAtOnce).map(({ seq }) => seq)
            yield all<StoredRow>(select, [JSON.stringify(seqs)])
            await nextTurn()
          }
          after = places.length === foundAtOnce ? places.at(-1) : undefined
        } while (after)
      } finally {
        database.exec('rollback')
      }
    },

    async *rowsById(ids) {
      const select = `select ${exported} from json_each(?) as wanted
         cross join leads.lead on lead.id = wanted.value order by lead.id`
      database.exec('begin; select 1 from leads.lead limit 1')
      try {
        const sorted = [...new Set(ids)].sort()
        for (let at = 0; at < sorted.length; at += readAtOnce) {
          yield all<StoredRow>(select, [JSON.stringify(sorted.slice(at, at + readAtOnce))])
          await nextTurn()
        }
      } finally {
        database.exec('rollback')
      }
    },

    async unindexed() {
      return (
        all<{ leads: number }>('select count(*) as leads from leads.lead_to_index')[0]?.leads ?? 0
      )
    },

    async sums(spans, form) {
      return all<Sum>(
        `select lead_figure.facet, lead_figure.value, sum(leads) as leads
         from json_each(?) as span cross join json_each(?) as name cross join lead_figure
         where lead_figure.facet = name.value and day >= span.value ->> 'low'
           and day <= span.value ->> 'high' ${form === undefined ? '' : 'and form = ?'}
         group by lead_figure.facet, lead_figure.value`,
        [JSON.stringify(spans), JSON.stringify(facetNames), ...(form === undefined ? [] : [form])],
      )
    },

    async days({ from = '0', to = '9', form }) {
      return all<Figures['days'][number]>(
        `select day, form, leads from lead_figure where facet = 'form' and day >= ? and day <= ?
         ${form === undefined ? '' : 'and form = ?'} and leads > 0 order by day, form`,
        [from, to, ...(form === undefined ? [] : [form])],
      )
    },

    async visits({ from = '0', to }) {
      return all<{ campaign: string; seen: number; opened: number }>(
        `select campaign, sum(seen) as seen, sum(opened) as opened from leads.lead_visit
         where hour >= ? and hour < ? group by campaign`,
        [from, to === undefined ? '9' : dayAfter(to)],
      )
    },

    async version() {
      return all<{ version: number }>('select version from index_state')[0]?.version ?? 0
    },

    async stored() {
      const [row] = all<{ leads: number | null }>(
        'select sum(leads) as leads from leads.lead_counter',
      )
      return row?.leads ?? 0
    },

    ...createSqliteWriter(database, forms),

    async close() {
      database.close()
    },
  }
}

function open(dataDir: string): Database.Database {
  const database = openIndexFile(join(dataDir, leadsIndexFile))
  try {
    database.prepare('attach ? as leads').run([join(dataDir, leadsFile)])
    matchWithLeads(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** So many are found at once to be exported, and so many read; a lead may have 100 kB. */
/** Everything that is exported of a lead. */
const exported = `${exportedColumns.map((name) => `lead.${name}`).join(', ')},
  (select json_group_array(json_object('at', created_at, 'by', author_name, 'text', text))
   from (select * from leads.lead_note where lead_id = lead.id order by id)
   having count(*) > 0) as notes`

const foundAtOnce = 20_000
const readAtOnce = 200

interface Shown {
  seq: number
  notes: number
}
