import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Submission } from '../../lead.ts'
import type { LeadsOfficeOptions } from '../../leads-options.ts'
import { withBusyRetry } from '../../store/database/busy-retry.ts'
import { openDatabase } from '../../store/database/database.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { openLeads, type TestedLeads } from '../../testing/open-leads.ts'
import { startEndpoint, type TestEndpoint } from '../../testing/test-endpoint.ts'
import { testForms } from '../../testing/test-forms.ts'
import { testPostgres } from '../../testing/test-postgres.ts'

/** Leads in a separate folder or schema, and a second connection to their database; for tests. */
export interface TestStaff {
  dataDir: string
  databaseUrl: string | undefined
  leads: TestedLeads
  database: LeadDatabase
  endpoint: TestEndpoint
  /** Stores a lead. Resolves to its id. */
  submit(payload: Record<string, string>, rest?: Partial<Submission>): Promise<string>
  close(): Promise<void>
}

/** Opens the leads and the second connection. */
export async function setUpStaff(
  kind: 'SQLite' | 'PostgreSQL',
  options: Partial<LeadsOfficeOptions> = {},
): Promise<TestStaff> {
  const dataDir = mkdtempSync(join(tmpdir(), 'staff-'))
  const postgres = kind === 'PostgreSQL' ? await testPostgres() : undefined
  const log = pino({ level: 'silent' })
  const source = { dataDir, databaseUrl: postgres?.url }
  const endpoint = await startEndpoint()
  const leads = await openLeads({
    ...source,
    endpointUrl: endpoint.url,
    forms: testForms,
    rateLimit: 'off',
    log,
    ...options,
    delivery: { pollMs: 5, schedule: [3600], ...options.delivery },
  })
  const database = await openDatabase({ ...source, log })
  // Jobs of the leads write at any time, and on SQLite a write on this connection would fail.
  const executor = database.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => withBusyRetry(() => execute(query))
  return {
    ...source,
    leads,
    database,
    endpoint,
    async submit(payload, rest) {
      const known = new Set(await ids())
      const lead = { form: 'contact', payload, spam: false, delivered: false, ...rest }
      await leads.receive(lead)
      return (await ids()).find((id) => !known.has(id)) ?? ''
    },
    async close() {
      await leads.close()
      await database.destroy()
      await endpoint.close()
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }

  async function ids(): Promise<string[]> {
    const rows = await database.selectFrom('lead').select('id').execute()
    return rows.map(({ id }) => id)
  }
}
