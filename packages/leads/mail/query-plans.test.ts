import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompiledQuery, Kysely } from 'kysely'
import Database from 'libsql'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { findOrAddApplicants } from '../applicants/applicant.ts'
import { createClock, iso } from '../clock.ts'
import { openDatabase } from '../store/database/database.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import { openSqlite } from '../store/database/sqlite.ts'
import type { LeadTables } from '../store/database/tables.ts'
import { addAnswers } from './add-answers.ts'
import type { MessageKind } from './message.ts'
import { addReminders } from './reminders.ts'

// The queries run in a transaction that other submissions wait for.
it('finds messages by the lead, the mailbox, the domain, or the network, not by their kind', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plans-'))
  const log = pino({ level: 'silent' })
  await (await openDatabase({ dataDir, log })).destroy()
  const queries: CompiledQuery[] = []
  const database = new Kysely<LeadTables>({
    dialect: openSqlite(dataDir, log),
    log: ({ query }) => void queries.push(query),
  })
  const context = {
    inTransaction: <Result>(work: (within: typeof database) => Promise<Result>) => work(database),
    clock: createClock(),
    ...{ acknowledged: [], confirms: true, limitsNetworks: true },
    newState: async () => 'pending' as const,
  }
  const person = { email: 'amina@firm.example', name: 'Amina', language: 'en' }
  const people = await findOrAddApplicants(database, [person], Date.now())
  const added = people.get(person.email) as ApplicantRow
  const applicant = { ...added, unsubscribed_at: iso(Date.now() - 1000) }
  const submitted = { lead_id: 'lead', referral_code: null, network: 'network' }
  for (const kind of ['confirm', 'welcome', 'received'] satisfies MessageKind[]) {
    await addAnswers(database, context, [{ ...submitted, kind, applicant }])
  }
  await addReminders(context)
  await database.destroy()

  const file = new Database(join(dataDir, 'leads.db'))
  const plans = queries
    .filter(({ sql }) => /select.* ("lead_message"|lead_message as)/s.test(sql))
    .map(({ sql, parameters }) =>
      JSON.stringify(file.prepare(`explain query plan ${sql}`).all([...parameters])),
    )
  file.close()
  rmSync(dataDir, { recursive: true })
  expect(plans.length).toBeGreaterThan(9)
  expect(plans.join('\n')).not.toMatch(/SCAN lead|lead_message_(kind|state|due)/)
})
