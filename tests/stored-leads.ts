import { join } from 'node:path'
import Database from 'libsql'

/** A lead in the store. */
export interface StoredLead {
  form: string
  state: string
  payload: Record<string, string | boolean>
}

/** Returns the leads in a data folder, the oldest first. The site may be running. */
export const storedLeads = (dataDir: string): StoredLead[] =>
  read(dataDir, 'select form, state, payload from lead order by id')

/** Returns the newest lead, or undefined. */
export const newestLead = (dataDir: string): StoredLead | undefined =>
  read(dataDir, 'select form, state, payload from lead order by rowid desc limit 1')[0]

function read(dataDir: string, query: string): StoredLead[] {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true, timeout: 5_000 })
  const rows = database.prepare(query).all([]) as (Omit<StoredLead, 'payload'> & {
    payload: string
  })[]
  database.close()
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** An entry of the audit log. */
interface AuditEntry {
  actor: string
  action: string
  detail: { link?: string }
}

/** Returns the entries of the audit log, the newest first. */
export function auditEntries(dataDir: string): AuditEntry[] {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true, timeout: 5_000 })
  const rows = database
    .prepare('select actor, action, detail from lead_audit order by seq desc')
    .all([]) as (Omit<AuditEntry, 'detail'> & { detail: string })[]
  database.close()
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) }))
}

/** Returns the campaign and referrer of the newest lead, or null. */
export function newestFirstTouch(dataDir: string): Record<string, string> | null {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true, timeout: 5_000 })
  const row = database.prepare('select first_touch from lead order by rowid desc limit 1').get([])
  database.close()
  const { first_touch } = row as { first_touch: string | null }
  return first_touch === null ? null : JSON.parse(first_touch)
}
