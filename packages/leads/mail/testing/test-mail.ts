import { join } from 'node:path'
import Database from 'libsql'
import type { MessageRow } from '../../store/database/mail-tables.ts'
import type { RenderMessage } from '../message.ts'

/** Renders a message without the site's content: its kind, and its values as text. */
export const plainMessage: RenderMessage = async (kind, fields) => {
  const text = `${JSON.stringify(fields, null, 1)}`
  return { subject: `${kind} ${fields.name}`, html: `<p>${kind}</p>`, text }
}

/** Returns the messages in a data folder, oldest first, read from outside. */
export function messagesIn(dataDir: string): MessageRow[] {
  const database = new Database(join(dataDir, 'leads.db'), { timeout: 5_000 })
  try {
    return database.prepare('select * from lead_message order by id').all([]) as MessageRow[]
  } finally {
    database.close()
  }
}
