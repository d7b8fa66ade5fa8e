import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLeads, type Leads } from 'halvi-leads'
import Database from 'libsql'
import { pino } from 'pino'
import { test, vi } from 'vitest'
import type { Submission } from '../../../leads/lead.ts'
import { startEndpoint } from '../../../leads/testing/test-endpoint.ts'
import { testForms } from '../../../leads/testing/test-forms.ts'
import { testPostgres } from '../../../leads/testing/test-postgres.ts'
import { runGroup } from '../../testing/run-group.ts'
import { leadsGroup } from '../group.ts'

/** The databases that there are to test with. */
export const kinds: readonly ('SQLite' | 'PostgreSQL')[] = await testPostgres().then(
  async (schema) => {
    await schema?.drop()
    return schema ? ['SQLite', 'PostgreSQL'] : ['SQLite']
  },
)

interface Exported {
  id: string
  form: string
  state: string
  spam: boolean
  payload: Record<string, unknown>
}

type CommandedSite = Awaited<ReturnType<typeof setUpSite>>

/** A folder or a schema of leads, an endpoint that they are delivered to, and commands about them; for tests. */
async function setUpSite(kind: (typeof kinds)[number]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'operations-'))
  const endpoint = await startEndpoint()
  const postgres = kind === 'PostgreSQL' ? await testPostgres() : undefined
  const opened: Leads[] = []

  const run = (args: string[], answer?: string) => {
    const settings = {
      DATA_DIR: dataDir,
      FORM_ENDPOINT_URL: endpoint.url,
      ...(postgres && { DATABASE_URL: postgres.url }),
    }
    return runGroup(leadsGroup(testForms), args, settings, answer)
  }

  return {
    dataDir,
    endpoint,
    run,

    /** A site in this process. */
    async open(endpointUrl?: string): Promise<Leads> {
      const leads = await createLeads({
        dataDir,
        databaseUrl: postgres?.url,
        endpointUrl,
        forms: testForms,
        rateLimit: 'off',
        log: pino({ level: 'silent' }),
        delivery: { pollMs: 5, schedule: [3600] },
      })
      opened.push(leads)
      return leads
    },

    async exported(...args: string[]): Promise<Exported[]> {
      const { out } = await run(['export', '--format', 'ndjson', ...args])
      return out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    },

    /** Changes the leads as no command does. */
    async execute(sql: string): Promise<void> {
      if (postgres) return void (await postgres.query(sql))
      const database = new Database(join(dataDir, 'leads.db'))
      database.exec(sql)
      database.close()
    },

    async close(): Promise<void> {
      for (const leads of opened) await leads.close()
      await endpoint.close()
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Tests that are each given a site of their own on that database. */
export const itOn = (kind: (typeof kinds)[number]) =>
  test.extend<{ site: CommandedSite }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads off it that no other fixture is needed.
    site: async ({}, use) => {
      const site = await setUpSite(kind)
      await use(site)
      await site.close()
    },
  })

export const submission = (payload: Submission['payload'], rest: Partial<Submission> = {}) => ({
  form: 'waitlist',
  payload: { type: 'waitlist_application', ...payload },
  spam: false,
  delivered: true,
  ...rest,
})

/** Submissions of different milliseconds have an order. */
export async function submit(leads: Leads, what: Submission) {
  const receipt = await leads.receive(what)
  const then = Date.now()
  await vi.waitUntil(() => Date.now() > then, { interval: 1 })
  return receipt
}
