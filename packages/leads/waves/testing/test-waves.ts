import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'libsql'
import type { NewWave } from '../../contract/waves.ts'
import type { MailOptions } from '../../mail/mailer.ts'
import { plainMessage } from '../../mail/testing/test-mail.ts'
import { startSmtp, type TestSmtp } from '../../mail/testing/test-smtp.ts'
import type { ApplicantRow, MessageRow } from '../../store/database/mail-tables.ts'
import type { TestedLeads } from '../../testing/open-leads.ts'
import { setUpLeads } from '../../testing/test-leads.ts'
import { testPostgres } from '../../testing/test-postgres.ts'

/** Leads with people to invite, and a mail server; for tests. */
export interface TestWaves {
  dataDir: string
  databaseUrl: string | undefined
  smtp: TestSmtp
  open(mail?: Partial<MailOptions>): Promise<TestedLeads>
  /** Adds confirmed people, who are called p0, p1, …, with a lead each. Earlier ones are ahead. */
  addPeople(count: number): Promise<void>
  change(sql: string): Promise<void>
  messages(): Promise<MessageRow[]>
  countMessages(): Promise<number>
  people(): Promise<ApplicantRow[]>
  /** Returns the names of the people who got a message, in the order of arrival. */
  invited(): string[]
  close(): Promise<void>
}

/** Options with which a test sends mail. */
export const mailTo = (url: string): MailOptions => ({
  smtp: { url, from: 'hello@halvi.test' },
  siteUrl: () => 'https://halvi.test',
  render: plainMessage,
  confirms: true,
  sending: { pollMs: 5, timeoutMs: 10_000, schedule: [0, 0, 0] },
})

/** A wave that is sent as fast as possible. */
export const newWave = (rest: Partial<NewWave> = {}): NewWave => ({
  ...{ id: randomUUID(), name: 'First', count: 1_000, perHour: 10_000_000 },
  ...rest,
})

/** Opens a database without people. */
export async function setUpWaves(kind: 'SQLite' | 'PostgreSQL'): Promise<TestWaves> {
  const site = await setUpLeads()
  const postgres = kind === 'PostgreSQL' ? await testPostgres() : undefined
  const smtp = await startSmtp()

  async function read<Row>(sql: string): Promise<Row[]> {
    if (postgres) return (await postgres.query(sql)).rows
    const database = new Database(join(site.dataDir, 'leads.db'), { timeout: 5_000 })
    try {
      return database.prepare(sql).all([]) as Row[]
    } finally {
      database.close()
    }
  }
  async function change(sql: string): Promise<void> {
    if (postgres) await postgres.query(sql)
    else await site.change(sql)
  }

  return {
    dataDir: site.dataDir,
    databaseUrl: postgres?.url,
    smtp,
    change,
    open: (mail = {}) =>
      site.open({
        ...(postgres && { databaseUrl: postgres.url }),
        mail: { ...mailTo(smtp.url), ...mail },
      }),
    async addPeople(count) {
      const at = "'2026-01-01T00:00:00.000Z'"
      for (let from = 0; from < count; from += 500) {
        const all = Array.from({ length: Math.min(500, count - from) }, (_, i) => from + i)
        const people = all.map(
          (i) =>
            `('p${i}','p${i}@example.com','p${i}@example.com','p${i}','p${i}','s',${at},${at},${i + 1},'code${i}')`,
        )
        const leads = all.map(
          (i) => `('l${i}','waitlist','{"name":"p${i}"}','f${i}',0,'stored',0,${at},'p${i}',${at})`,
        )
        await change(`insert into lead_applicant (id, address, email, mailbox, name, secret, created_at,
          confirmed_at, confirmed_seq, code) values ${people.join()}`)
        await change(`insert into lead (id, form, payload, fingerprint, spam, state, attempts,
          created_at, applicant_id, confirmed_at) values ${leads.join()}`)
      }
    },
    messages: () => read('select * from lead_message order by id'),
    async countMessages() {
      const [row] = await read<{ count: number | string }>(
        'select count(*) count from lead_message',
      )
      return Number(row?.count)
    },
    people: () => read('select * from lead_applicant order by confirmed_seq'),
    invited: () =>
      smtp.received.map(({ to }) => (to as { text: string }).text.replace('@example.com', '')),
    async close() {
      await site.close()
      await smtp.close()
      await postgres?.drop()
    },
  }
}
