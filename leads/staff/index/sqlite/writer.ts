import { setImmediate as nextTurn } from 'node:timers/promises'
import type Database from 'libsql'
import type { FormDescription } from '../../../form-description.ts'
import { withBusyRetry } from '../../../store/database/busy-retry.ts'
import { preparedOnce } from '../../../store/database/sqlite.ts'
import { entryOf, indexedColumns } from '../entries/entry.ts'
import type { IndexedRow } from '../entries/facets.ts'
import { FigureChanges } from '../figure-changes.ts'
import { chunkOf, type IndexDatabase } from '../index-database.ts'
import { lockIndex, lockLeads, requireInStep, selectVersions, type Versions } from './in-step.ts'
import { inTransaction } from './tables.ts'

/** What indexes leads that have changed, and forgets what was erased, in the files that are open. */
export function createSqliteWriter(
  database: Database.Database,
  forms: readonly FormDescription[],
): Pick<IndexDatabase, 'index' | 'hasToForget' | 'forget'> {
  const prepare = preparedOnce(database)
  const all = <Row>(sql: string, values: unknown[] = []) => prepare(sql).all(values) as Row[]
  const run = (sql: string, values: unknown[] = []) => void prepare(sql).run(values)

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
      const entry = entryOf(row, notes, forms)
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
  }
}

/** So many pages are merged at once: a hundredth of a second's work. */
const mergedPages = 500

/** So long it waits for others that write, in milliseconds. */
const busyTimeoutMs = 20_000

const written = <T>(database: Database.Database, work: () => T) =>
  withBusyRetry(async () => inTransaction(database, work), busyTimeoutMs)
