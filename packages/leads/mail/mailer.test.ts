import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'libsql'
import { generate } from 'selfsigned'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../kit/testing/until.ts'
import type { Submission } from '../lead.ts'
import { nextMillisecond, setUpLeads, type TestLeads } from '../testing/test-leads.ts'
import { testPostgres } from '../testing/test-postgres.ts'
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

const mailOptions = (mail: Partial<MailOptions> = {}): MailOptions => ({
  smtp: { url: smtp.url, from: 'Halvi <hello@halvi.test>' },
  siteUrl: () => 'https://halvi.test',
  render: plainMessage,
  confirms: true,
  ...mail,
  sending: { pollMs: 5, timeoutMs: 15_000, schedule: [0, 0, 0], ...mail.sending },
})

const open = (mail: Partial<MailOptions> = {}) => site.open({ mail: mailOptions(mail) })

const postgres = await testPostgres()
afterAll(() => postgres?.drop())

const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }])
const selfSigned = { key, cert }

const refuse: SMTPServerOptions['onAuth'] = (_auth, _session, done) => done(smtpError(535))

describe('an application', () => {
  it('is answered with a request to confirm the address', async () => {
    const leads = await open()
    await leads.receive(application())
    await until(() => expect(smtp.received).toHaveLength(1))
    const [message] = smtp.received
    expect(message?.to).toMatchObject({ text: 'amina@example.com' })
    expect(message?.text).toContain('https://halvi.test/confirm/')
    expect(message?.messageId).toMatch(/^<[\da-f-]{36}@halvi\.test>$/)
    expect(
      String(message?.headers.get('list-unsubscribe-post') ?? message?.headerLines),
    ).toBeTruthy()
    await until(() =>
      expect(messagesIn(site.dataDir)).toMatchObject([{ kind: 'confirm', state: 'delivered' }]),
    )
  })

  it('is answered with links and values for its language', async () => {
    const homeUrl = async (language: string) => `https://halvi.test/${language}`
    const leads = await open({ homeUrl })
    await leads.receive({ ...application(), language: 'ar' })
    await until(() => expect(smtp.received).toHaveLength(1))
    const fields = JSON.parse(smtp.received[0]?.text ?? '')
    const { confirm, unsubscribe } = fields.links
    expect(fields.language).toBe('ar')
    expect(confirm).toMatch(/^https:\/\/halvi\.test\/ar\/confirm\//)
    expect(unsubscribe).toMatch(/^https:\/\/halvi\.test\/ar\/unsubscribe\//)
    expect(smtp.received[0]?.headers.get('list')).toMatchObject({
      unsubscribe: { url: unsubscribe },
    })
    const { pageToken } = await leads.applicants.confirm(confirm.split('/').at(-1))
    await until(() => expect(smtp.received).toHaveLength(2))
    expect(JSON.parse(smtp.received[1]?.text ?? '')).toMatchObject({
      language: 'ar',
      sent: { name: 'Amina', email: 'amina@example.com' },
      links: {
        page: `https://halvi.test/ar/me/${pageToken}`,
        referral: expect.stringMatching(/^https:\/\/halvi\.test\/ar\/r\//),
      },
    })
  })

  it('waits while the languages are unavailable', async () => {
    let isAvailable = false
    const homeUrl = async () => {
      if (!isAvailable) throw new Error('offline')
      return 'https://halvi.test/ar'
    }
    const leads = await open({ homeUrl, sending: { schedule: Array(500).fill(0.02) } })
    await leads.receive({ ...application(), language: 'ar' })
    await until(() => expect(messagesIn(site.dataDir)[0]?.attempts).toBeGreaterThan(0))
    isAvailable = true
    await until(() => expect(smtp.received).toHaveLength(1))
    expect(smtp.received[0]?.text).toContain('https://halvi.test/ar/confirm/')
  })

  it('is answered once by several processes', async () => {
    const sending = { pollMs: 20, timeoutMs: 30_000 }
    const all = await Promise.all([open({ sending }), open({ sending })])
    for (let i = 0; i < 20; i++) await all[0]?.receive(application(`a${i}@gmail.com`))
    await until(() => expect(smtp.received).toHaveLength(20))
    // Messages that are being sent arrive first.
    await Promise.all(all.map((leads) => leads.close()))
    expect(smtp.received).toHaveLength(20)
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
      await until(() =>
        expect(messagesIn(site.dataDir)).toMatchObject([{ state: 'pending', attempts: 1 }]),
      )
      for (const key of Object.keys(behavior)) delete smtp.behavior[key as keyof typeof behavior]
      await until(() => expect(messagesIn(site.dataDir)).toMatchObject([{ state: 'delivered' }]))
      expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(1)
    },
  )

  describe('that the server refuses', () => {
    const refused = async (reply: string, sending?: MailOptions['sending']) => {
      await smtp.close()
      smtp = await startSmtp({ hideENHANCEDSTATUSCODES: true })
      smtp.behavior.onRecipient = () => smtpError(Number(reply.slice(0, 3)), reply.slice(4))
      const leads = await open(sending && { sending })
      await leads.receive(application())
      await until(() => expect(messagesIn(site.dataDir)[0]?.attempts).toBeGreaterThan(0))
      return leads
    }

    it('bounces if the mailbox does not exist, and the person gets no more', async () => {
      const leads = await refused('550 5.1.1 <amina@example.com>: User unknown')
      await leads.receive(application('amina@example.com', 'Amina B'))
      await until(() =>
        expect(messagesIn(site.dataDir)).toMatchObject([
          { state: 'bounced', attempts: 1 },
          { state: 'suppressed' },
        ]),
      )
      expect(messagesIn(site.dataDir)[0]?.last_error).not.toContain('amina')
    })

    it('for another reason arrives after the repair', async () => {
      const schedule = Array(500).fill(0.01)
      const leads = await refused('550 5.7.1 Relaying denied', { schedule })
      delete smtp.behavior.onRecipient
      await leads.receive(application('amina@example.com', 'Amina B'))
      const states = () => messagesIn(site.dataDir).map(({ state }) => state)
      await until(() => expect(states()).toEqual(['delivered', 'delivered']))
    })
  })

  it('is sent once more, and then shown as uncertain, when the connection is lost after its content', async () => {
    const leads = await open({ sending: { schedule: Array(50).fill(0) } })
    smtp.behavior.onMessage = (_message, cut) => {
      cut()
      return 'never'
    }
    await leads.receive(application())
    await until(() =>
      expect(messagesIn(site.dataDir)).toMatchObject([{ state: 'uncertain', uncertain: 2 }]),
    )
    expect(smtp.received).toHaveLength(2)
  })

  it.each([
    ['does not respond', { onConnect: () => 'never' as const }, {}],
    ['does not answer the content', { onMessage: () => 'never' as const }, {}],
    ['refuses the password', {}, { onAuth: refuse, authOptional: false }],
    ['has a certificate that does not verify', {}, { disabledCommands: [], ...selfSigned }],
  ] satisfies [string, TestSmtp['behavior'], SMTPServerOptions][])(
    'is kept and sent later when the server %s',
    async (_how, behavior, options) => {
      const broken = await startSmtp(options)
      Object.assign(broken.behavior, behavior)
      const url = broken.url.replace('//', '//user:password@')
      const from = 'hello@halvi.test'
      const sending = { schedule: [0], timeoutMs: 300 }
      const leads = await open({ smtp: { url, from }, sending })
      await leads.receive(application())
      await until(() => expect(messagesIn(site.dataDir)[0]?.last_error).toBeTruthy())
      const [message] = messagesIn(site.dataDir)
      expect(message?.last_error).not.toMatch(/amina|password/)
      expect(['pending', 'exhausted', 'uncertain']).toContain(message?.state)
      await broken.close()
      await leads.close()
      await site.change(
        `update lead_message set state = 'pending', uncertain = 0, next_attempt_at = created_at`,
      )
      await open()
      await until(() => expect(messagesIn(site.dataDir)[0]?.state).toBe('delivered'))
    },
  )

  it('is held without a mail server', async () => {
    const leads = await open({ smtp: undefined })
    await leads.receive(application())
    await until(() =>
      expect(messagesIn(site.dataDir)).toMatchObject([{ kind: 'welcome', state: 'held' }]),
    )
  })

  it.each([
    ['Halvi <hello@halvi.test>', 'Halvi', 'Halvi <hello@halvi.test>'],
    ['"Halvi: Team" <a@halvi.test>', 'Halvi: Team', '"Halvi: Team" <a@halvi.test>'],
    ['Halvi (Team), Inc. <a@halvi.test>', 'Halvi (Team), Inc.', '"Halvi (Team), Inc." <a@'],
    ['The "Halvi" \\ team <a@halvi.test>', 'The "Halvi"  team', '"The \\"Halvi\\"  team" <a@'],
    ['حلفي؛ <a@halvi.test>', 'حلفي؛', '=?UTF-8?'],
  ])('is from %s, and asks programs not to answer', async (from, name, line) => {
    const leads = await open({ smtp: { url: smtp.url, from, replyTo: from } })
    await leads.receive(application())
    await until(() => expect(smtp.received).toHaveLength(1))
    const [message] = smtp.received
    const address = from.replace(/.*<|>/g, '')
    for (const header of [message?.from, message?.replyTo]) {
      expect(header?.value).toEqual([{ name, address }])
    }
    const headers = new Map(message?.headerLines.map((one) => [one.key, one.line]))
    expect(headers.get('from')).toContain(`From: ${line}`)
    expect(headers.get('auto-submitted')).toMatch(/: auto-generated$/)
    expect(headers.get('x-auto-response-suppress')).toMatch(/OOF, AutoReply$/)
    expect(headers.get('precedence')).toMatch(/: bulk$/)
  })

  it('has an international domain in ASCII wherever it leaves', async () => {
    let content = ''
    const relay = createServer((socket) => {
      socket.on('data', (bytes) => {
        content += bytes.toString('latin1')
      })
      socket.pipe(connect(Number(new URL(smtp.url).port), '127.0.0.1')).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(relay, 'listening')
    const url = `smtp://127.0.0.1:${(relay.address() as AddressInfo).port}?name=bücher.example`
    const from = 'Halvi <hello@bücher.example>'
    const leads = await open({ smtp: { url, from, replyTo: 'team@bücher.example' } })
    await leads.receive(application('amina@bücher.example'))
    await until(() => expect(smtp.received).toHaveLength(1))
    relay.close()
    expect(content).toMatch(/^[ -~\r\n]*$/)
    expect(content).toContain('EHLO xn--bcher-kva.example')
    expect(content).toContain('MAIL FROM:<hello@xn--bcher-kva.example>')
    expect(content).toContain('RCPT TO:<amina@xn--bcher-kva.example>')
    expect(content).toMatch(/^Message-ID: <[\da-f-]{36}@xn--bcher-kva\.example>/m)
    expect(content).toMatch(/^Reply-To: .*team@xn--bcher-kva\.example/m)
  })

  it('contains no header or line break of a name', async () => {
    const leads = await open()
    await leads.receive(application('x@example.com', 'A\r\nBcc: b@example.com\r\n\r\n\u202e😀'))
    await until(() => expect(smtp.received).toHaveLength(1))
    expect(smtp.received[0]?.bcc).toBeUndefined()
    expect(smtp.received[0]?.to).toMatchObject({ text: 'x@example.com' })
  })
})

it('applications are answered although one of their group cannot be, which is answered later', async () => {
  const before = await site.open()
  for (let i = 0; i < 20; i++) await before.receive(application(`person-${i}@example.com`))
  await site.change(`create trigger broken before insert on lead_applicant
    when new.address = 'person-7@example.com' begin select raise(abort, 'broken'); end`)
  await open()
  const answered = () => messagesIn(site.dataDir).map(({ recipient }) => recipient)
  await until(() => expect(answered()).toHaveLength(19))
  expect(answered()).not.toContain('person-7@example.com')
  await site.change('drop trigger broken')
  await open()
  await until(() => expect(answered()).toHaveLength(20))
})

it('applications that wait are answered in the order of their arrival', async () => {
  const emails = Array.from({ length: 25 }, (_, i) => `p${i}@gmail.com`)
  const before = await site.open()
  for (const email of emails) {
    await before.receive(application(email))
    await nextMillisecond()
  }
  await open({ confirms: false })
  await until(() => expect(messagesIn(site.dataDir)).toHaveLength(emails.length))
  const database = new Database(join(site.dataDir, 'leads.db'), { timeout: 5_000 })
  const applicants = database.prepare('select email from lead_applicant order by confirmed_seq')
  const ranked = applicants.all([]) as { email: string }[]
  database.close()
  expect(ranked.map(({ email }) => email)).toEqual(emails)
})

describe.runIf(postgres)('on PostgreSQL', () => {
  it('applications are answered once by two processes', async () => {
    const sending = { pollMs: 20, timeoutMs: 10_000 }
    const databaseUrl = postgres?.url ?? ''
    const mail = mailOptions({ sending })
    const sites = await Promise.all([
      site.open({ databaseUrl, mail }),
      site.open({ databaseUrl, mail }),
    ])
    const emails = Array.from({ length: 12 }, (_, i) => `p${i}@gmail.com`)
    await Promise.all(emails.map((email, i) => sites[i % 2]?.receive(application(email))))
    await until(() => expect(smtp.received).toHaveLength(12))
    const tokens = smtp.received.map(({ text }) => {
      const { confirm } = JSON.parse(text ?? '').links
      return confirm.slice(confirm.lastIndexOf('/') + 1)
    })
    const confirmed = await Promise.all(
      tokens.flatMap((token) => sites.map((leads) => leads.applicants.confirm(token))),
    )
    expect(confirmed.filter(({ state }) => state === 'valid')).toHaveLength(12)
    const { rows } = (await postgres?.query(
      'select confirmed_seq from lead_applicant order by confirmed_seq',
    )) ?? { rows: [] }
    expect(rows.map((row) => row.confirmed_seq)).toEqual(emails.map((_, i) => i + 1))
    await until(() => expect(smtp.received).toHaveLength(24))
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(24)
  })
})
