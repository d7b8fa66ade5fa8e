import { join } from 'node:path'
import Database from 'libsql'

/** A lead as it lies in the store. */
export interface StoredLead {
  form: string
  state: string
  payload: Record<string, string | boolean>
}

/** The leads in a data folder, the oldest first; the site may be running on it. */
export const storedLeads = (dataDir: string): StoredLead[] =>
  read(dataDir, 'select form, state, payload from lead order by id')

/** The lead that came in last; undefined when there is none. */
export const newestLead = (dataDir: string): StoredLead | undefined =>
  read(dataDir, 'select form, state, payload from lead order by rowid desc limit 1')[0]

function read(dataDir: string, query: string): StoredLead[] {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true })
  const rows = database.prepare(query).all([]) as (Omit<StoredLead, 'payload'> & {
    payload: string
  })[]
  database.close()
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** How the visitor came whose lead came in last; null where that is not known. */
export function newestFirstTouch(dataDir: string): Record<string, string> | null {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true })
  const row = database.prepare('select first_touch from lead order by rowid desc limit 1').get([])
  database.close()
  const { first_touch } = row as { first_touch: string | null }
  return first_touch === null ? null : JSON.parse(first_touch)
}
