import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type Database from 'libsql'
import { withBusyRetry } from '../../../store/database/busy-retry.ts'
import { fileName, preparedOnce } from '../../../store/database/sqlite.ts'
import type { LeadRow } from '../../../store/database/tables.ts'
import type { Figures } from '../../contract/contract.ts'
import { exportedColumns, type StoredRow } from '../../export/row.ts'
import { summaryColumns, summaryOf } from '../../summary.ts'
import { entryOf, indexedColumns } from '../entries/entry.ts'
import type { IndexedRow } from '../entries/facets.ts'
import { FigureChanges, facetNames } from '../figure-changes.ts'
import {
  chunkOf,
  type IndexDatabase,
  OutdatedIndexError,
  type Place,
  type Sum,
} from '../index-database.ts'
import { dayAfter } from '../spans.ts'
import { createSqliteFinder } from './finder.ts'
import { clearIndex, indexFileName, inTransaction, openIndexFile } from './tables.ts'

/**
 * The index of leads on SQLite: a file beside `leads.db`, so that what is written to it never keeps a
 * submission waiting. Every call runs to its end at once: it belongs into a process of its own.
 *
 * @throws when a file can't be opened
 */
export async function openSqliteIndex(dataDir: string): Promise<IndexDatabase> {
  const database = await withBusyRetry(async () => open(dataDir))
  const prepare = preparedOnce(database)
  const all = <Row>(sql: string, values: unknown[] = []) => prepare(sql).all(values) as Row[]
  const run = (sql: string, values: unknown[] = []) => void prepare(sql).run(values)

  const finder = createSqliteFinder(all)
  const selectLead = `select ${indexedColumns.join(', ')} from leads.lead where id = ?`
  const selectNotes = 'select text from leads.lead_note where lead_id = ? order by id'
  const selectEntry = 'select seq, facets from lead_entry where lead_id = ?'

  /** In a transaction that has begun to write. */
  function indexLeads(ids: readonly string[]): void {
    const figures = new FigureChanges()
    let last = all<{ seq: number | null }>('select max(seq) as seq from lead_entry')[0]?.seq ?? 0
    for (const id of ids) {
      const [row] = all<IndexedRow>(selectLead, [id])
      if (!row) continue
      const notes = all<{ text: string }>(selectNotes, [id]).map(({ text }) => text)
      const entry = entryOf(row, notes)
      const [before] = all<{ seq: number; facets: string }>(selectEntry, [id])
      const seq = before?.seq ?? ++last
      figures.replace(before?.facets, entry.facets)
      if (before) run('delete from lead_terms where rowid = ?', [seq])
      if (before && row.state === 'erased') {
        run('update index_state set unforgotten = unforgotten + 1')
      }
      run('insert into lead_terms (rowid, terms) values (?, ?)', [seq, entry.terms.join(' ')])
      run('insert or replace into lead_entry values (?, ?, ?, ?, ?, ?)', [
        ...[seq, id, entry.created_at, entry.name, entry.email, entry.facets],
      ])
      run(
        `insert into lead_chunk values (?1, ?2, ?2) on conflict (chunk) do update
         set first_at = min(first_at, ?2), last_at = max(last_at, ?2)`,
        [chunkOf(seq), entry.created_at],
      )
    }
    for (const { facet, day, form, value, leads } of figures.all) {
      run(
        `insert into lead_figure values (?, ?, ?, ?, ?) on conflict (facet, day, form, value)
         do update set leads = leads + excluded.leads`,
        [facet, day, form, value, leads],
      )
      // What nobody says any more may tell of who was erased.
      if (leads < 0) {
        run(
          'delete from lead_figure where facet = ? and day = ? and form = ? and value = ? and leads = 0',
          [facet, day, form, value],
        )
      }
    }
  }

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
      const select = `select ${exportedColumns.map((name) => `lead.${name}`).join(', ')}
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

    async index(limit) {
      requireInStep(all<Versions>(selectVersions))
      if (all('select 1 from leads.lead_to_index limit 1').length === 0) return 0
      const waiting = await written(database, () => {
        lockIndex(database)
        const [versions] = all<Versions>(selectVersions)
        // Another process has yet to tell `leads.db`, or has died before it did.
        if (versions?.known !== versions?.version) return undefined
        run('update index_state set previous = version, version = max(version + 1, ?)', [
          Date.now(),
        ])
        const rows = all<{ lead_id: string; changes: number }>(
          'select lead_id, changes from leads.lead_to_index order by lead_id limit ?',
          [limit],
        )
        indexLeads(rows.map(({ lead_id }) => lead_id))
        return rows
      })
      await written(database, () => {
        lockLeads(database)
        // What was queued to be indexed anew is not to be taken away by who indexed into a former file.
        requireInStep(all<Versions>(selectVersions))
        for (const { lead_id, changes } of waiting ?? []) {
          run('delete from leads.lead_to_index where lead_id = ? and changes = ?', [
            lead_id,
            changes,
          ])
        }
        run('update leads.lead_index set version = (select version from index_state)')
      })
      // Until then, libsql keeps the memory of what was read.
      await nextTurn()
      return waiting?.length ?? 1
    },

    async hasToForget() {
      return all('select 1 from index_state where unforgotten > 0').length > 0
    },

    async forget() {
      const [state] = all<{ unforgotten: number }>('select unforgotten from index_state')
      // What was deleted stays until its part of the index is written anew, a little at a time.
      const merge = (pages: number) =>
        database.exec(`insert into lead_terms (lead_terms, rank) values ('merge', ${pages})`)
      const changes = () => all<{ n: number }>('select total_changes() as n')[0]?.n ?? 0
      for (let pages = -mergedPages; ; pages = mergedPages) {
        const before = changes()
        await withBusyRetry(async () => merge(pages), busyTimeoutMs)
        if (changes() - before < 2) break
        await nextTurn()
      }
      const [log] = database.pragma('wal_checkpoint(truncate)') as { busy: number }[]
      // Whoever reads an older snapshot keeps the log from being cut off.
      if (log?.busy) return
      await written(database, () => {
        lockIndex(database)
        run('update index_state set unforgotten = 0 where unforgotten = ?', [state?.unforgotten])
      })
    },

    async close() {
      database.close()
    },
  }
}

function open(dataDir: string): Database.Database {
  const database = openIndexFile(join(dataDir, indexFileName))
  try {
    database.prepare('attach ? as leads').run([join(dataDir, fileName)])
    matchWithLeads(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** So many are found at once to be exported, and so many read; a lead may have 100 kB. */
const foundAtOnce = 20_000
const readAtOnce = 200

/** So many pages are merged at once: a hundredth of a second's work. */
const mergedPages = 500

interface Shown {
  seq: number
  notes: number
}

/**
 * A backup of `leads.db` that was put back knows nothing of what was indexed since: all begins anew.
 * Both files are read at one moment only while this one can't be written.
 */
function matchWithLeads(database: Database.Database): void {
  const versions = () => database.prepare(selectVersions).get() as Versions
  if (isInStep(versions())) return
  inTransaction(database, () => {
    lockIndex(database)
    if (isInStep(versions())) return
    clearIndex(database)
    database.exec(`
      insert into leads.lead_to_index (lead_id) select id from leads.lead where true order by id
        on conflict (lead_id) do nothing;
      -- A number that no former index had: whoever has one open finds out.
      update leads.lead_index set version = max(version, ${Date.now()}) + 1;
      update index_state set (version, previous) =
        (select version, version from leads.lead_index);`)
  })
}

/**
 * The first write takes the lock of this file alone, and whoever else indexes waits. By `exec`: a
 * prepared statement that meets another's lock stays open in libsql, and nothing can be committed then.
 */
const lockIndex = (database: Database.Database) =>
  database.exec('update index_state set version = version')

/** The same for `leads.db`, to which the site writes. */
const lockLeads = (database: Database.Database) =>
  database.exec('update leads.lead_index set version = version')

/** Whether `leads.db` knows what was indexed last, or what was before that, if it is being told. */
function isInStep({ version, previous, known }: Versions): boolean {
  return known === version || known === previous
}

function requireInStep([versions]: Versions[]): void {
  if (versions && isInStep(versions)) return
  throw new OutdatedIndexError('The index was made anew meanwhile')
}

interface Versions {
  version: number
  previous: number
  known: number
}

const selectVersions = `select index_state.version, previous, lead_index.version as known
  from index_state, leads.lead_index`

/** So long it waits for others that write, in milliseconds. */
const busyTimeoutMs = 20_000

const written = <T>(database: Database.Database, work: () => T) =>
  withBusyRetry(async () => inTransaction(database, work), busyTimeoutMs)
