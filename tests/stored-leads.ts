import { join } from 'node:path'
import Database from 'libsql'

/** A lead as it lies in the store. */
export interface StoredLead {
  form: string
  state: string
  payload: Record<string, string | boolean>
}

/** All that an export tells of it, too. */
interface WholeLead extends StoredLead {
  id: string
  created_at: string
  status: string
  owner: string | null
  revision: number
}

/** The leads in a data folder, the oldest first; the site may be running on it. */
export const storedLeads = (dataDir: string): StoredLead[] =>
  read(dataDir, 'select form, state, payload from lead order by id')

/** The same with what staff say about them. */
export const wholeLeads = (dataDir: string): WholeLead[] =>
  read<WholeLead>(
    dataDir,
    'select id, form, state, created_at, status, owner, revision, payload from lead order by id',
  )

/** The lead that came in last; undefined when there is none. */
export const newestLead = (dataDir: string): StoredLead | undefined =>
  read(dataDir, 'select form, state, payload from lead order by rowid desc limit 1')[0]

/** Has the leads of an address come in so many days ago; the site may be running on them. */
export function backdate(dataDir: string, email: string, days: number): void {
  const database = new Database(join(dataDir, 'leads.db'), { timeout: 5_000 })
  const created = new Date(Date.now() - days * 86_400_000).toISOString()
  const update = "update lead set created_at = ? where payload ->> 'email' = ?"
  const { changes } = database.prepare(update).run([created, email])
  database.close()
  if (changes === 0) throw new Error(`No lead has the address ${email}`)
}

function read<Lead extends StoredLead = StoredLead>(dataDir: string, query: string): Lead[] {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true, timeout: 5_000 })
  const rows = database.prepare(query).all([]) as (Omit<Lead, 'payload'> & { payload: string })[]
  database.close()
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }) as Lead)
}

/** How the visitor came whose lead came in last; null where that is not known. */
export function newestFirstTouch(dataDir: string): Record<string, string> | null {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true, timeout: 5_000 })
  const row = database.prepare('select first_touch from lead order by rowid desc limit 1').get([])
  database.close()
  const { first_touch } = row as { first_touch: string | null }
  return first_touch === null ? null : JSON.parse(first_touch)
}
