import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Submission } from '../lead.ts'
import { eventually, setUpLeads, type TestLeads } from '../testing/test-leads.ts'
import type { MailOptions } from './mailer.ts'
import { messagesIn, plainMessage } from './testing/test-mail.ts'
import { smtpError, startSmtp, type TestSmtp } from './testing/test-smtp.ts'

let site: TestLeads
let smtp: TestSmtp
beforeEach(async () => {
  site = await setUpLeads()
  smtp = await startSmtp()
})
afterEach(async () => {
  await site.close()
  await smtp.close()
})

const application = (email = 'amina@example.com', name = 'Amina'): Submission => ({
  form: 'waitlist',
  payload: { type: 'waitlist_application', name, email },
  spam: false,
  delivered: false,
})

const open = (mail: Partial<MailOptions> = {}) =>
  site.open({
    mail: {
      smtp: { url: smtp.url, from: 'Halvi <hello@halvi.test>' },
      siteUrl: () => 'https://halvi.test',
      render: plainMessage,
      confirms: true,
      ...mail,
      sending: { pollMs: 5, timeoutMs: 1_000, schedule: [0, 0, 0], ...mail.sending },
    },
  })

describe('an application', () => {
  it('is answered with a request to confirm the address', async () => {
    const leads = await open()
    await leads.receive(application())
    await eventually(() => expect(smtp.received).toHaveLength(1))
    const [message] = smtp.received
    expect(message?.to).toMatchObject({ text: 'amina@example.com' })
    expect(message?.text).toContain('https://halvi.test/confirm/')
    expect(message?.messageId).toMatch(/^<[\da-f-]{36}@halvi\.test>$/)
    expect(
      String(message?.headers.get('list-unsubscribe-post') ?? message?.headerLines),
    ).toBeTruthy()
    await eventually(() =>
      expect(messagesIn(site.dataDir)).toMatchObject([{ kind: 'confirm', state: 'delivered' }]),
    )
  })

  it('is answered once by several processes', async () => {
    const sending = { pollMs: 100, timeoutMs: 30_000 }
    const [leads] = await Promise.all([open({ sending }), open({ sending })])
    for (let i = 0; i < 20; i++) await leads?.receive(application(`a${i}@example.com`))
    await eventually(() => expect(smtp.received).toHaveLength(20))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(smtp.received).toHaveLength(20)
  })

  it('is answered at most three times an hour', async () => {
    const leads = await open()
    for (let i = 0; i < 5; i++) await leads.receive(application('A.mina@gmail.com', `Amina ${i}`))
    await leads.receive(application('amina+x@gmail.com', 'Amina'))
    await eventually(() =>
      expect(messagesIn(site.dataDir).filter(({ state }) => state === 'suppressed')).toHaveLength(
        3,
      ),
    )
    await eventually(() => expect(smtp.received).toHaveLength(3))
  })
})

describe('a message', () => {
  it.each([
    ['refuses the recipient for now', { onRecipient: () => smtpError(450) }],
    ['refuses the content for now', { onMessage: () => smtpError(451) }],
    ['rejects connections', { onConnect: () => smtpError(421) }],
  ] satisfies [string, TestSmtp['behavior']][])(
    'is sent again with the same Message-ID when the server %s',
    async (_how, behavior) => {
      const leads = await open({ sending: { pollMs: 5, schedule: Array(500).fill(0.02) } })
      Object.assign(smtp.behavior, behavior)
      await leads.receive(application())
      await eventually(() =>
        expect(messagesIn(site.dataDir)).toMatchObject([{ state: 'pending', attempts: 1 }]),
      )
      for (const key of Object.keys(behavior)) delete smtp.behavior[key as keyof typeof behavior]
      await eventually(() =>
        expect(messagesIn(site.dataDir)).toMatchObject([{ state: 'delivered' }]),
      )
      expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(1)
    },
  )

  it.each([
    ['recipient', { onRecipient: () => smtpError(550) }],
    ['content', { onMessage: () => smtpError(554) }],
  ] satisfies [string, TestSmtp['behavior']][])(
    'bounces when the server refuses the %s permanently, and the person gets no more',
    async (_what, behavior) => {
      const leads = await open()
      Object.assign(smtp.behavior, behavior)
      await leads.receive(application())
      await eventually(() => expect(messagesIn(site.dataDir)).toMatchObject([{ state: 'bounced' }]))
      await leads.receive(application('amina@example.com', 'Amina B'))
      await eventually(() =>
        expect(messagesIn(site.dataDir)).toMatchObject([
          { state: 'bounced' },
          { state: 'suppressed' },
        ]),
      )
      expect(messagesIn(site.dataDir)[0]?.last_error).not.toContain('amina')
    },
  )

  it('is sent once more, and then shown as uncertain, when the connection is lost after its content', async () => {
    const leads = await open({ sending: { schedule: Array(50).fill(0) } })
    smtp.behavior.onMessage = (_message, cut) => {
      cut()
      return 'never'
    }
    await leads.receive(application())
    await eventually(() =>
      expect(messagesIn(site.dataDir)).toMatchObject([{ state: 'uncertain', uncertain: 2 }]),
    )
    expect(smtp.received).toHaveLength(2)
  })

  it('is held without a mail server', async () => {
    const leads = await open({ smtp: undefined })
    await leads.receive(application())
    await eventually(() =>
      expect(messagesIn(site.dataDir)).toMatchObject([{ kind: 'welcome', state: 'held' }]),
    )
  })

  it('contains no header or line break of a name', async () => {
    const leads = await open()
    await leads.receive(application('x@example.com', 'A\r\nBcc: b@example.com\r\n\r\n\u202e😀'))
    await eventually(() => expect(smtp.received).toHaveLength(1))
    expect(smtp.received[0]?.bcc).toBeUndefined()
    expect(smtp.received[0]?.to).toMatchObject({ text: 'x@example.com' })
  })
})
