import { afterEach, beforeEach, describe, expect } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import type { MailOptions } from '../../packages/leads/mail/mailer.ts'
import { plainMessage } from '../../packages/leads/mail/testing/test-mail.ts'
import { smtpError, startSmtp, type TestSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import { itWithSite as it, submission, submit } from './testing/site-with-commands.ts'

let smtp: TestSmtp
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(() => smtp.close())

const mail = (options: Partial<MailOptions> = {}): { mail: MailOptions } => ({
  mail: {
    smtp: { url: smtp.url, from: 'hello@halvi.test' },
    siteUrl: () => 'https://halvi.test',
    render: plainMessage,
    confirms: true,
    sending: { pollMs: 5, timeoutMs: 15_000, schedule: [] },
    ...options,
  },
})

describe('halvi leads mail', () => {
  const apply = (email: string) => submission({ name: 'Amina', email }, { delivered: false })

  it('shows messages by kind and state, and releases or discards those held while mail was off', async ({
    site,
  }) => {
    const off = await site.open(undefined, mail({ smtp: undefined }))
    for (const email of ['a@example.com', 'b@example.com']) await submit(off, apply(email))
    const status = async () => (await site.run(['mail'])).out
    await until(async () => expect(await status()).toMatch(/^welcome +held +2 /m))
    expect(await status()).toMatch(/^Mail is off/)
    await off.close()
    expect(await site.run(['mail', 'release'], 'n')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Send 2 messages, up to 0 d 0 h \d min old\?/),
    })
    expect(await site.run(['mail', 'release'])).toMatchObject({ code: 2 })
    expect(await site.run(['mail', 'release', '--yes'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Released 2 messages\n.*SMTP_URL is not set/),
    })
    const on = await site.open(undefined, mail())
    await until(() => expect(smtp.received).toHaveLength(2))
    await until(async () => expect(await status()).toMatch(/^welcome +delivered +2 /m))
    await on.close()

    const again = await site.open(undefined, mail({ smtp: undefined }))
    await submit(again, apply('c@example.com'))
    await until(async () => expect(await status()).toMatch(/^welcome +held +1 /m))
    expect(await site.run(['mail', 'release', '--discard'], 'y')).toMatchObject({ code: 0 })
    expect(await status()).toMatch(/^welcome +canceled +1 /m)
    const { out } = await site.run(['audit'])
    expect(out.match(/mail\.\w+/g)).toEqual(['mail.discarded', 'mail.released'])
  })

  it('releases what a restored database holds, to the running site', async ({ site }) => {
    await (await site.open()).close()
    await site.execute('update lead_mail set on_hold = 1')
    const leads = await site.open(undefined, mail())
    await submit(leads, apply('a@example.com'))
    const status = async () => (await site.run(['mail'])).out
    await until(async () =>
      expect(await status()).toMatch(/^Mail is on hold[\s\S]*confirm +held +1 /),
    )
    expect((await site.run(['mail', 'release', '--yes'])).code).toBe(0)
    await until(() => expect(smtp.received).toHaveLength(1))
    await submit(leads, apply('b@example.com'))
    await until(() => expect(smtp.received).toHaveLength(2))
  })

  it('is on hold after erasures were re-applied to a restored database', async ({ site }) => {
    await (await site.open(undefined, mail())).close()
    expect((await site.run(['re-erase'])).code).toBe(0)
    expect((await site.run(['mail'])).out).toMatch(/^Mail is on hold/)
  })

  it('makes messages due again that were given up', async ({ site }) => {
    smtp.behavior.onRecipient = () => smtpError(554, 'Relay access denied')
    const leads = await site.open(undefined, mail())
    await submit(leads, apply('a@example.com'))
    const status = async () => (await site.run(['mail'])).out
    await until(async () => expect(await status()).toMatch(/^confirm +exhausted +1 /m))
    delete smtp.behavior.onRecipient
    expect((await site.run(['mail', 'retry'])).out).toMatch(/^1 message is due now\n/)
    await until(() => expect(smtp.received).toHaveLength(1))
  })

  it('makes messages due again that wait for another attempt', async ({ site }) => {
    smtp.behavior.onRecipient = () => smtpError(450)
    const sending = { pollMs: 5, timeoutMs: 15_000, schedule: [3600] }
    const leads = await site.open(undefined, mail({ sending }))
    await submit(leads, apply('a@example.com'))
    const retry = async () => (await site.run(['mail', 'retry'])).out
    await until(async () => expect(await retry()).toMatch(/^1 message is due now\n/))
    delete smtp.behavior.onRecipient
    await until(async () => expect([await retry(), smtp.received.length][1]).toBe(1))
  })
})
