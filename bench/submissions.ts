import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { startSmtp } from '../packages/leads/mail/testing/test-smtp.ts'
import { cpuTimeOf, pin } from './measuring/cpu.ts'
import { type Outcome, runLoadOf } from './measuring/load.ts'
import type { Measurement } from './measuring/measure.ts'
import { startWarmSite } from './warm-site.ts'

const connections = 32

/** Sends `amount` waitlist applications at full speed. @throws Error if one is not accepted */
export function submit(url: string, amount: number): Promise<Outcome> {
  return runLoadOf(303, { url, amount, connections, forms: true })
}

/**
 * Measures submissions with mail off and on, and `/` while their backlog is answered. With `taskset`, the process that
 * serves visitors has one CPU for itself.
 */
export async function benchSubmissions(): Promise<Measurement[]> {
  const smtp = await startSmtp()
  try {
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Halvi <hello@halvi.test>' }
    return [...(await withMail('off', {})), ...(await withMail('on', mail))]
  } finally {
    await smtp.close()
  }
}

async function withMail(mail: string, settings: Record<string, string>): Promise<Measurement[]> {
  const site = await startWarmSite({ LOG_LEVEL: 'info', ...settings })
  pin(site.process.pid, String(availableParallelism() - 1))
  try {
    await submit(site.url, 2_000)
    const worked = cpuTimeOf(site.process.pid)
    const { p50, p99, rate } = await submit(site.url, 20_000)
    const each = ((cpuTimeOf(site.process.pid) - worked) / 20_000) * 1000
    const before = waitingIn(site.dataDir)
    const page = await runLoadOf(200, { url: site.url, connections, amount: 60_000 })
    const answered = before - waitingIn(site.dataDir)
    return [
      {
        name: `mail ${mail}: ${rate} submissions per second with ${each.toFixed(2)} ms of CPU time each`,
        ...{ median: p50, p99, target: '≥ 0.8 of 4237f03, p99 ≤ 2 times' },
      },
      {
        name: `mail ${mail}: \`/\` at ${page.rate} per second, while ${answered} of a backlog of ${before} applications are answered`,
        ...{ median: page.p50, p99: page.p99, target: 'p99 < 25 ms' },
      },
    ]
  } finally {
    await site.remove()
  }
}

/** Returns the number of applications that are not answered yet. */
function waitingIn(dataDir: string): number {
  const database = new Database(join(dataDir, 'leads.db'), { timeout: 5_000 })
  try {
    const row = database.prepare('select count(*) as waiting from lead_to_answer').get([])
    return (row as { waiting: number }).waiting
  } finally {
    database.close()
  }
}
