import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSmtp, type TestSmtp } from '../../../leads/mail/testing/test-smtp.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { type DnsServer, startDns } from '../testing/dns-server.ts'
import { checkMail } from './mail.ts'

let smtp: TestSmtp
let dns: DnsServer
beforeEach(async () => {
  dns = await startDns()
  smtp = await startSmtp({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      done(password === 'right' ? null : new Error(`no ${username}`), { user: username }),
  })
  Object.assign(dns.records, {
    'mail.example.com': ['other', `v=spf1 include:${'x'.repeat(300)}.example ~all`],
    '_dmarc.example.com': ['v=DMARC1; p=quarantine'],
    'fm1._domainkey.mail.example.com': ['v=DKIM1; k=rsa; p=MIGf'],
  })
})
afterEach(async () => {
  dns.close()
  await smtp.close()
})

const check = (url = smtp.url.replace('//', '//amina:right@')) =>
  checkMail(
    readSettings({ SMTP_URL: url, MAIL_FROM: 'Halvi <hello@mail.example.com>' }),
    AbortSignal.timeout(20_000),
    dns.resolver,
  )

describe('checkMail', () => {
  it('says that mail is off', async () => {
    const settings = readSettings({})
    expect(await checkMail(settings, AbortSignal.timeout(1_000), dns.resolver)).toMatchObject([
      { status: 'ok', found: expect.stringContaining('SMTP_URL is not set') },
    ])
  })

  it('logs in without sending a message, and finds all records, also of a domain above', async () => {
    const found = await check()
    expect(found).toMatchObject([{ status: 'ok' }])
    expect(found[0]?.found).toMatch(/accepts the login; SPF is set; .*p=quarantine.*fm1/)
    expect(smtp.received).toEqual([])
  })

  it.each([
    ['a wrong password', () => smtp.url.replace('//', '//amina:secret-word@'), /EAUTH, status 535/],
    ['a server without TLS', () => smtp.url.replace('smtp:', 'smtps:'), /can't be used/],
    ['a closed port', () => 'smtp://127.0.0.1:1', /can't be used/],
  ])('reports %s without secrets', async (_what, url, reason) => {
    const found = await check(url())
    expect(found).toMatchObject([{ status: 'FAIL', found: expect.stringMatching(reason) }])
    expect(JSON.stringify(found)).not.toMatch(/secret-word|amina/)
  })

  it('reports a server that never answers', async () => {
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    expect(await check(`smtp://127.0.0.1:${port}`)).toMatchObject([{ status: 'FAIL' }])
    server.close()
  }, 20_000)

  it.each([
    [{ 'mail.example.com': ['other'] }, 'warn', 'no SPF record'],
    [{ 'mail.example.com': ['v=spf1 -all', 'v=spf1 ~all'] }, 'FAIL', '2 SPF records'],
    [{ 'mail.example.com': ['v=spf1 +all'] }, 'warn', 'every server'],
    [{ '_dmarc.example.com': [] }, 'warn', 'no DMARC record'],
    [{ '_dmarc.example.com': ['v=DMARC1; rua=mailto:a@b.c'] }, 'FAIL', 'no policy'],
    [{ '_dmarc.mail.example.com': 'silent' as const }, 'warn', 'DNS did not answer'],
  ])('reports the records %j', async (records, status, found) => {
    Object.assign(dns.records, records)
    expect(await check()).toMatchObject([{ status, found: expect.stringContaining(found) }])
  })

  it('says that DKIM can not be found without its selector', async () => {
    delete dns.records['fm1._domainkey.mail.example.com']
    expect(await check()).toMatchObject([
      { status: 'ok', found: expect.stringContaining('no DKIM key under a common selector') },
    ])
  })
})
