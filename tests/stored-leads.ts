import { join } from 'node:path'
import Database from 'libsql'

/** A lead as it lies in the store. */
export interface StoredLead {
  form: string
  state: string
  payload: Record<string, string | boolean>
  /** How the visitor came; null where that is not known. */
  first_touch: Record<string, string> | null
}

/** The leads in a data folder, the oldest first; the site may be running on it. */
export const storedLeads = (dataDir: string): StoredLead[] =>
  read(dataDir, 'select form, state, payload, first_touch from lead order by id')

/** The lead that came in last; undefined when there is none. */
export const newestLead = (dataDir: string): StoredLead | undefined =>
  read(dataDir, 'select form, state, payload, first_touch from lead order by rowid desc limit 1')[0]

function read(dataDir: string, query: string): StoredLead[] {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true })
  const rows = database.prepare(query).all([]) as (Pick<StoredLead, 'form' | 'state'> & {
    payload: string
    first_touch: string | null
  })[]
  database.close()
  return rows.map(({ payload, first_touch, ...row }) => ({
    ...row,
    payload: JSON.parse(payload),
    first_touch: first_touch === null ? null : JSON.parse(first_touch),
  }))
}
