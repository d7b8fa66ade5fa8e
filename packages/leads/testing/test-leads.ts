import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import Database from 'libsql'
import { pino } from 'pino'
import type { Submission } from '../lead.ts'
import type { LeadsOfficeOptions } from '../leads-options.ts'
import type { LeadRow } from '../store/database/tables.ts'
import { changeDatabase } from './change-database.ts'
import { openLeads, type TestedLeads } from './open-leads.ts'
import { startEndpoint, type TestEndpoint } from './test-endpoint.ts'
import { testForms } from './test-forms.ts'

/** A lead store in a temporary folder, and a form endpoint; for tests. */
export interface TestLeads {
  dataDir: string
  endpoint: TestEndpoint
  /** Opens the store. Several calls simulate several processes. Retries follow after an hour. */
  open(options?: Partial<LeadsOfficeOptions>): Promise<TestedLeads>
  /** Returns the rows in the file, read from outside. */
  rows(): LeadRow[]
  /** Changes the file from outside, while the store may write to it. */
  change(sql: string): Promise<void>
  /** Returns the idempotency keys of the leads that the endpoint received. */
  keys(): (string | undefined)[]
  close(): Promise<void>
}

/** Creates a temporary folder for leads, and starts a form endpoint. */
export async function setUpLeads(): Promise<TestLeads> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leads-'))
  const endpoint = await startEndpoint()
  const opened: TestedLeads[] = []

  function rows(): LeadRow[] {
    const database = new Database(join(dataDir, 'leads.db'), { timeout: 5_000 })
    try {
      return database.prepare('select * from lead order by id').all([]) as LeadRow[]
    } finally {
      database.close()
    }
  }

  return {
    dataDir,
    endpoint,
    async open(options = {}) {
      const leads = await openLeads({
        dataDir,
        endpointUrl: endpoint.url,
        forms: testForms,
        rateLimit: 'off',
        log: pino({ level: 'silent' }),
        ...options,
        delivery: { pollMs, schedule: [3600], ...options.delivery },
      })
      opened.push(leads)
      return leads
    },
    rows,
    change: (sql) => changeDatabase(dataDir, sql),
    keys: () => endpoint.received.map(({ headers }) => headers['idempotency-key'] as string),
    async close() {
      await Promise.all(opened.map((leads) => leads.close()))
      await endpoint.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns a submission of a form whose leads are delivered. */
export const submission = (name = 'Amina', rest: Partial<Submission> = {}): Submission => ({
  form: 'waitlist',
  payload: { type: 'waitlist_application', name },
  spam: false,
  delivered: true,
  ...rest,
})

/** Resolves in the next millisecond: ids of the same millisecond have no order. */
export async function nextMillisecond(): Promise<void> {
  for (const now = Date.now(); Date.now() === now; ) await nextTurn()
}

/** Interval at which the leads of a test look for work, in milliseconds. */
const pollMs = 5

/** Resolves after the time of some polls, in which work that is not due would be done. */
export const polls = (count = 20): Promise<void> => sleep(count * pollMs)
