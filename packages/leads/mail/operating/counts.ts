import { sql } from 'kysely'
import type { LeadDatabase } from '../../store/database/tables.ts'
import type { MessageState } from '../message.ts'

/** The states of messages that are counted. Counting all messages of other states would take long. */
const countedStates = [
  'pending',
  'waiting',
  'held',
  'exhausted',
  'bounced',
  'uncertain',
] as const satisfies MessageState[]

/** Numbers of messages by state, of applicants, and of the people whom others brought, by the state of the credit. */
export type MailCounts = Awaited<ReturnType<typeof countMail>> & {
  /** 1 if queued mail is held because the database was restored, otherwise 0. */
  onHold: number
}

/** Counts messages and applicants. Reads indexes only. `now` is in milliseconds since 1970. */
export async function countMail(database: LeadDatabase, now: number) {
  const { rows } = await sql<{ name: string; count: number; oldest: string | null }>`
    select state as name, count(*) as count, min(created_at) as oldest from lead_message
      where state in (${sql.join(countedStates)}) group by state
    union all select 'possiblyDoubled', count(*), null from lead_message
      where uncertain > 0 and state in ('delivered', 'uncertain')
    union all select 'confirmed', confirmed, null from lead_mail
    union all select 'credit ' || credit, count(*), null from lead_applicant
      where credit <> 'none' group by credit`.execute(database)
  const count = (name: string) => Number(rows.find((row) => row.name === name)?.count ?? 0)
  const oldest = rows.find(({ name }) => name === 'pending')?.oldest
  return {
    ...{ pending: count('pending'), waiting: count('waiting'), held: count('held') },
    ...{ exhausted: count('exhausted'), bounced: count('bounced') },
    ...{ uncertain: count('uncertain'), possiblyDoubled: count('possiblyDoubled') },
    /** Age of the oldest pending message, in seconds. */
    oldestPendingAge: oldest ? Math.max(0, now - Date.parse(oldest)) / 1000 : 0,
    ...{ confirmed: count('confirmed'), creditGiven: count('credit given') },
    ...{ creditWithheld: count('credit withheld'), creditDenied: count('credit denied') },
  }
}
