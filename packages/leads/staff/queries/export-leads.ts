import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { ExportFilter } from '../../contract/exports.ts'
import { BusyError } from '../../errors.ts'
import type { FormDescription } from '../../form-description.ts'
import { openDatabase } from '../../store/database/database.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { slicesOf } from '../../store/pages.ts'
import { type ExportFormat, writeLeads } from '../export/write-leads.ts'
import { createDetails, exportedColumns, type StoredRow } from '../exported-columns.ts'
import { type NameOf, nameLookup } from '../summary.ts'
import { findLeads, type Position } from './find-leads.ts'

/** Location of the leads, `leads.db` in a folder or PostgreSQL, and the forms of the site. */
export interface LeadSource {
  dataDir: string
  databaseUrl?: string | undefined
  forms: readonly FormDescription[]
}

/** The output of an export, and the number of leads written so far. */
interface Export {
  stream: Readable
  rows: () => number
}

/** Maximum number of exports at the same time. Further ones are rejected. */
const maxExports = 2
/** An export whose reader reads nothing for this time is stopped, in milliseconds. It keeps a snapshot of the leads. */
const stalledMs = 60_000

/** Returns functions that start an export, and that stop all exports. */
export function createExports(source: LeadSource) {
  const running = new Set<Readable>()
  return {
    /**
     * Exports the given leads, or all that match a filter, oldest first. It is one consistent snapshot, which ends when
     * the stream is read to the end or destroyed.
     *
     * @throws BusyError while too many exports run
     */
    start(format: ExportFormat, filter: ExportFilter, nameOf: NameOf): Export {
      if (running.size >= maxExports) throw new BusyError('Other exports are running')
      let rows = 0
      const { forms } = source
      const options = { namesOf: nameLookup(nameOf), forms }
      const parts = writeLeads(format, rowsOf(source, filter), options, (more) => {
        rows += more
        timer.refresh()
      })
      const stream = Readable.from(parts, { objectMode: false })
      const timer = setTimeout(() => stream.destroy(new Error('The reader has stalled')), stalledMs)
      running.add(stream)
      stream.on('close', () => {
        clearTimeout(timer)
        running.delete(stream)
      })
      return { stream, rows: () => rows }
    },
    /** Stops all exports. Resolves when they have closed the database. */
    async close(): Promise<void> {
      await Promise.all(
        [...running].map((stream) => {
          const closed = new Promise((resolve) => stream.on('close', resolve))
          stream.on('error', () => {}).destroy(new BusyError('The site is shutting down'))
          return closed
        }),
      )
    },
  }
}

/** Number of leads in one search, as numbers only. */
const searchPageSize = 50_000
/** Number of leads read at once. Each may have up to 100 kB. */
const readPageSize = 200

async function* rowsOf(source: LeadSource, filter: ExportFilter): AsyncGenerator<StoredRow[]> {
  // A connection of its own, because the snapshot lasts as long as the export.
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ ...source, log, skipMigrations: true })
  const snapshot = database.startTransaction().setAccessMode('read only')
  const within = await snapshot.setIsolationLevel('repeatable read').execute()
  try {
    // A stalled reader must not prevent PostgreSQL from vacuuming deleted rows.
    const timeout = sql`set local idle_in_transaction_session_timeout = ${sql.lit(2 * stalledMs)}`
    if (isPostgres(within)) await timeout.execute(within)
    const read = within.selectFrom('lead').select(exportedColumns)
    const detailed = await createDetails(within)
    if (filter.ids) {
      const ids = [...new Set(filter.ids)].sort()
      for (const some of slicesOf(ids, readPageSize)) {
        yield detailed(await read.where('id', 'in', some).orderBy('id').execute())
      }
      return
    }
    for await (const seqs of found(within, filter)) {
      const rows = read.where('seq', 'in', seqs).orderBy('created_at').orderBy('seq')
      yield detailed(await rows.execute())
      // Requests of visitors run first.
      await nextTurn()
    }
  } finally {
    await within.rollback().execute()
    await database.destroy()
  }
}

async function* found(within: LeadDatabase, filter: ExportFilter): AsyncGenerator<number[]> {
  let after: Position | undefined
  do {
    const page = await findLeads(within, filter, { sort: 'oldest', after, limit: searchPageSize })
    yield* slicesOf(
      page.map(({ seq }) => seq),
      readPageSize,
    )
    after = page.length === searchPageSize ? page.at(-1) : undefined
  } while (after)
}
