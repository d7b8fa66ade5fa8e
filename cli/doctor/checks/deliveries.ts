import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { leadsFile } from 'halvi-leads/files'
import type { Settings } from '../../../server/settings/settings.ts'
import { openReadOnly } from '../files/read-only.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { askPostgres, type Backlog, backlogQuery } from './postgres.ts'

/** The first retries are over by then, in milliseconds: an endpoint that had a hiccup has the lead. */
const lateMs = 10 * 60_000

/** How many leads the form endpoint has not accepted. */
export async function checkDeliveries({
  DATA_DIR,
  DATABASE_URL,
}: Settings): Promise<Finding | Finding[]> {
  const backlog = DATABASE_URL
    ? await backlogInPostgres(DATABASE_URL)
    : backlogIn(join(DATA_DIR, leadsFile))
  // Why the database does not answer is found by the check of databases.
  if (!backlog) return warn("leads can't be counted", 'see the line of the database')
  const [pending, exhausted] = ['pending', 'exhausted'].map((state) =>
    backlog.find((row) => row.state === state),
  )
  const findings: Finding[] = []
  if (pending && Date.now() - Date.parse(pending.oldest) > lateMs) {
    const found = `${counted(pending)} for the endpoint since ${pending.oldest.slice(0, 19)}Z`
    findings.push(
      fail(found, 'fix the endpoint: they are sent then; halvi leads show has the error'),
    )
  }
  if (exhausted) {
    const found = `${counted(exhausted)} no longer sent`
    findings.push(warn(found, 'fix the endpoint, then halvi leads replay --exhausted'))
  }
  if (findings.length > 0) return findings
  return ok(pending ? `${counted(pending)} for the endpoint, for a moment` : 'no leads wait')
}

function counted({ state, leads }: Backlog): string {
  const one = Number(leads) === 1
  const verb = state === 'pending' ? (one ? 'waits' : 'wait') : one ? 'is' : 'are'
  return `${leads} ${one ? 'lead' : 'leads'} ${verb}`
}

async function backlogInPostgres(url: string): Promise<readonly Backlog[] | undefined> {
  const answer = await askPostgres(url)
  return 'error' in answer ? undefined : answer.backlog
}

function backlogIn(file: string): readonly Backlog[] | undefined {
  if (!existsSync(file)) return []
  try {
    const database = openReadOnly(file)
    try {
      return database.prepare(backlogQuery).all([]) as Backlog[]
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}
