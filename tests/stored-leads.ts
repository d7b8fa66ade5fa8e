import { join } from 'node:path'
import Database from 'libsql'

/** A lead as it lies in the store. */
export interface StoredLead {
  form: string
  state: string
  payload: Record<string, string | boolean>
}

/** The leads in a data folder, the oldest first; the site may be running on it. */
export function storedLeads(dataDir: string): StoredLead[] {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true })
  const rows = database.prepare('select form, state, payload from lead order by id').all([])
  database.close()
  return (rows as (Omit<StoredLead, 'payload'> & { payload: string })[]).map((row) => ({
    ...row,
    payload: JSON.parse(row.payload),
  }))
}
