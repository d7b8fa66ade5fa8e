import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { expect, it } from 'vitest'
import { until } from '../packages/kit/testing/until.ts'
import { plainMessage } from '../packages/leads/mail/testing/test-mail.ts'
import { smtpError, startSmtp } from '../packages/leads/mail/testing/test-smtp.ts'
import { changeDatabase } from '../packages/leads/testing/change-database.ts'
import { openLeads } from '../packages/leads/testing/open-leads.ts'
import { createMetrics } from './metrics.ts'

it('counts messages, confirmed people, and referrals', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'metrics-'))
  const metrics = createMetrics()
  const smtp = await startSmtp()
  smtp.behavior.onRecipient = (address) => (address.startsWith('gone') ? smtpError(550) : undefined)
  const mailing = await openLeads({
    ...{ dataDir, rateLimit: 'off', log: pino({ level: 'silent' }), observer: metrics.leads },
    mail: {
      smtp: { url: smtp.url, from: 'hello@halvi.test' },
      siteUrl: () => 'https://halvi.test',
      render: plainMessage,
      confirms: false,
      sending: { pollMs: 5, timeoutMs: 15_000 },
    },
  })
  metrics.observeMail(mailing.mailCounts)
  for (const email of ['a@example.com', 'gone@example.com']) {
    const payload = { name: 'Amina', email }
    await mailing.receive({ form: 'waitlist', payload, spam: false, delivered: false })
  }
  await changeDatabase(
    dataDir,
    "insert into lead_message (id, kind, recipient, data, state, created_at, next_attempt_at) values ('x', 'reply', 'x', '{}', 'pending', '2020-01-01', '2999-01-01')",
  )
  const text = async () => AggregatorRegistry.aggregate([await metrics.values()]).metrics()
  await until(async () => expect(await text()).toContain('halvi_mail_bounced 1\n'))
  await until(async () =>
    expect(await text()).toContain(
      'halvi_mail_attempts_total{kind="welcome",state="delivered"} 1\n',
    ),
  )
  const all = await text()
  expect(all).toContain('halvi_mail_attempts_total{kind="welcome",state="bounced"} 1\n')
  expect(all).toContain('halvi_mail_pending 1\n')
  expect(all).toContain('halvi_mail_on_hold 0\n')
  expect(all).toContain('halvi_applicants_confirmed 2\n')
  expect(all).toContain('halvi_credits_given 0\n')
  expect(all).toMatch(/^halvi_mail_oldest_pending_age_seconds \d{9}/m)
  expect(all).not.toContain('example.com')
  await changeDatabase(dataDir, 'update lead_mail set on_hold = 1')
  await until(async () => expect(await text()).toContain('halvi_mail_on_hold 1\n'))
  await until(async () => expect(await text()).toContain('halvi_mail_held 1\n'))
  await mailing.close()
  expect(await text()).toContain('halvi_mail_on_hold Nan\n')
  await smtp.close()
  rmSync(dataDir, { recursive: true })
})
