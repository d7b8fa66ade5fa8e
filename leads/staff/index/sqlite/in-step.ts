import type Database from 'libsql'
import { OutdatedIndexError } from '../index-database.ts'
import { clearIndex, inTransaction } from './tables.ts'

/**
 * A backup of `leads.db` that was put back knows nothing of what was indexed since: all begins anew.
 * Both files are read at one moment only while this one can't be written.
 */
export function matchWithLeads(database: Database.Database): void {
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
export const lockIndex = (database: Database.Database) =>
  database.exec('update index_state set version = version')

/** The same for `leads.db`, to which the site writes. */
export const lockLeads = (database: Database.Database) =>
  database.exec('update leads.lead_index set version = version')

/** Whether `leads.db` knows what was indexed last, or what was before that, if it is being told. */
function isInStep({ version, previous, known }: Versions): boolean {
  return known === version || known === previous
}

/** @throws OutdatedIndexError when it does not */
export function requireInStep([versions]: Versions[]): void {
  if (versions && isInStep(versions)) return
  throw new OutdatedIndexError('The index was made anew meanwhile')
}

/** Of the index, of what it was before, and what `leads.db` knows. */
export interface Versions {
  version: number
  previous: number
  known: number
}

export const selectVersions = `select index_state.version, previous, lead_index.version as known
  from index_state, leads.lead_index`
