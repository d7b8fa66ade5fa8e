import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Leads } from 'halvi-leads'
import type { LeadsOfficeOptions } from 'halvi-leads/office'
import Database from 'libsql'
import { pino } from 'pino'
import { test, vi } from 'vitest'
import type { Submission } from '../../../packages/leads/lead.ts'
import { openLeads, type TestedLeads } from '../../../packages/leads/testing/open-leads.ts'
import { startEndpoint } from '../../../packages/leads/testing/test-endpoint.ts'
import { testForms } from '../../../packages/leads/testing/test-forms.ts'
import { runGroup } from '../../testing/run-group.ts'
import { leadsGroup } from '../group.ts'

interface Exported {
  id: string
  form: string
  state: string
  spam: boolean
  payload: Record<string, unknown>
}

type TestSite = Awaited<ReturnType<typeof setUpSite>>

/** Creates a store of leads, a form endpoint, and functions that open a site or run commands on them; for tests. */
async function setUpSite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'operations-'))
  const endpoint = await startEndpoint()
  const opened: TestedLeads[] = []

  const run = (args: string[], answer?: string) => {
    const settings = { DATA_DIR: dataDir, FORM_ENDPOINT_URL: endpoint.url }
    return runGroup(leadsGroup(testForms), args, settings, answer)
  }

  return {
    dataDir,
    endpoint,
    run,

    /** Opens the leads like a site, in this process. */
    async open(
      endpointUrl?: string,
      options: Partial<LeadsOfficeOptions> = {},
    ): Promise<TestedLeads> {
      const leads = await openLeads({
        dataDir,
        endpointUrl,
        forms: testForms,
        rateLimit: 'off',
        log: pino({ level: 'silent' }),
        delivery: { pollMs: 5, schedule: [3600] },
        ...options,
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

    /** Runs SQL on the database of leads. */
    async execute(sql: string): Promise<void> {
      const database = new Database(join(dataDir, 'leads.db'))
      database.exec(sql)
      database.close()
    },

    async close(): Promise<void> {
      for (const leads of opened) await leads.close()
      await endpoint.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An `it` whose tests each receive a new site. */
export const itWithSite = test.extend<{ site: TestSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest needs the pattern to see that no other fixture is needed.
  site: async ({}, use) => {
    const site = await setUpSite()
    await use(site)
    await site.close()
  },
})

/** Returns a submission of the waitlist form, with `rest` replacing its other properties. */
export const submission = (payload: Submission['payload'], rest: Partial<Submission> = {}) => ({
  form: 'waitlist',
  payload: { type: 'waitlist_application', ...payload },
  spam: false,
  delivered: true,
  ...rest,
})

/** Submits a form, and waits for the next millisecond, so that the order of submissions is defined. */
export async function submit(leads: Leads, submission: Submission) {
  const receipt = await leads.receive(submission)
  const receivedAt = Date.now()
  await vi.waitUntil(() => Date.now() > receivedAt, { interval: 1 })
  return receipt
}
