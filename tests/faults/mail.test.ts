import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { messagesIn } from '../../packages/leads/mail/testing/test-mail.ts'
import { smtpError, startSmtp, type TestSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import { copyPreparedLake } from '../prepared-lake.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { until } from '../until.ts'
import { startVisitors } from './visitors.ts'

let dataDir: string
let smtp: TestSmtp
let site: RunningSite | undefined

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mail-'))
  await copyPreparedLake(join(dataDir, 'lake'))
  smtp = await startSmtp()
})
afterEach(async () => {
  await site?.remove()
  await smtp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Lets the mail server fail at every stage, at random. */
function failAtRandom(): void {
  const sometimes = <T>(share: number, value: T) => (Math.random() < share ? value : undefined)
  smtp.behavior.onConnect = () => sometimes(0.1, smtpError(421))
  smtp.behavior.onRecipient = () => sometimes(0.1, smtpError(450))
  smtp.behavior.onMessage = (_message, cut) => {
    const kind = Math.random()
    if (kind < 0.1) return smtpError(451)
    if (kind > 0.15) return undefined
    // Hangs, then cuts all connections: some have sent their content, some have not.
    setTimeout(cut, 100)
    return 'never'
  }
}

/** Expires the leases of the killed process now, and makes all messages due. */
function makeDue(): void {
  const database = new Database(join(dataDir, 'leads.db'), { timeout: 5_000 })
  database.exec(`update lead_message set lease_until = created_at where lease_until is not null;
    update lead_message set next_attempt_at = created_at where state = 'pending'`)
  database.close()
}

/** Returns how often each value occurs. */
function countEach(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

it('kill -9 loses no message, and doubles only those whose transmission was interrupted', async () => {
  const settings = { DATA_DIR: dataDir, SMTP_URL: smtp.url, MAIL_FROM: 'hello@halvi.test' }
  const acknowledged = new Set<string>()
  for (let round = 0; round < 10; round++) {
    failAtRandom()
    site = await startSite(settings)
    const visitors = startVisitors([site.url], 2, acknowledged)
    await visitors.until(acknowledged.size + 3)
    await sleep(Math.random() * 1_000)
    const ended = once(site.process, 'exit')
    site.process.kill('SIGKILL')
    await ended
    await visitors.stop()
    makeDue()
  }
  smtp.behavior.onConnect = undefined
  smtp.behavior.onRecipient = undefined
  smtp.behavior.onMessage = undefined
  site = await startSite(settings)
  const unfinished = () =>
    messagesIn(dataDir).filter(({ state }) => state !== 'delivered' && state !== 'uncertain')
  await until(() => unfinished().length === 0, undefined, 600_000)

  const messages = messagesIn(dataDir)
  const recipients = new Set(messages.map(({ recipient }) => recipient))
  expect([...acknowledged].filter((email) => !recipients.has(email))).toEqual([])
  expect(messages.length).toBe(recipients.size)
  const idOf = (messageId = '') => messageId.slice(1, messageId.indexOf('@'))
  const receivedIds = new Set(smtp.received.map(({ messageId }) => idOf(messageId)))
  expect(messages.filter(({ id }) => !receivedIds.has(id))).toEqual([])
  const certain = new Set(messages.filter(({ uncertain }) => uncertain === 0).map(({ id }) => id))
  const timesAcknowledged = countEach(smtp.acknowledged.map(idOf))
  expect([...timesAcknowledged].filter(([id, count]) => certain.has(id) && count !== 1)).toEqual([])
  expect([...timesAcknowledged.values()].filter((count) => count > 2)).toEqual([])
  console.info(
    `${messages.length} messages, ${messages.length - certain.size} uncertain, ` +
      `${[...timesAcknowledged.values()].filter((count) => count > 1).length} sent twice`,
  )
}, 900_000)
