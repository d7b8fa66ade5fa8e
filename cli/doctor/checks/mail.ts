import { Resolver } from 'node:dns/promises'
import { verifySmtp } from 'halvi-leads/mail/verify'
import { reasonOf } from 'halvi-runtime/reason'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok, problemsOr, warn } from './finding.ts'

/** Finds text records. */
type Dns = Pick<Resolver, 'resolveTxt'>

const timeoutMs = 8_000

/**
 * Checks that the mail server accepts the login, and that the domain of MAIL_FROM has the records that let other
 * servers recognize its mail. Sends no message.
 */
export async function checkMail(
  { SMTP_URL, MAIL_FROM = '' }: Settings,
  _signal: AbortSignal,
  dns: Dns = new Resolver({ timeout: 3_000, tries: 2 }),
): Promise<Finding[]> {
  if (!SMTP_URL) return [ok('SMTP_URL is not set: messages are stored and shown in the Leads tool')]
  const domain = /@([^\s>]+)/.exec(MAIL_FROM)?.[1]?.toLowerCase() ?? ''
  const findings = await Promise.all([
    checkServer(SMTP_URL),
    withDns(domain, () => checkSpf(domain, dns)),
    withDns(domain, () => checkDmarc(domain, dns)),
    withDns(domain, () => checkDkim(domain, dns)),
  ])
  return problemsOr(findings.map(({ found }) => found).join('; '), findings)
}

const todos: Readonly<Record<string, string>> = {
  EAUTH: 'correct the user and password in SMTP_URL',
  ENOAUTH: 'correct the user and password in SMTP_URL',
  ETLS: 'use the port and the host name that the provider documents, or smtps://',
  EDNS: 'correct the host name in SMTP_URL',
}

async function checkServer(url: string): Promise<Finding> {
  const { host } = new URL(url)
  try {
    await verifySmtp(url, timeoutMs)
    return ok(`${host} accepts the login`)
  } catch (error) {
    const { code = '', responseCode } = error as { code?: string; responseCode?: number }
    // The server's own text may contain the user name.
    const reason = responseCode ? `${code}, status ${responseCode}` : code || reasonOf(error)
    const todo = todos[code] ?? 'check the host, the port, its certificate, and the firewall'
    return fail(`${host} can't be used (${reason})`, `${todo}; messages wait and are sent later`)
  }
}

/** Runs a check of records, and reports if DNS does not answer. */
async function withDns(domain: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    const found = `DNS did not answer about ${domain} (${reasonOf(error)})`
    return warn(found, 'check the resolver of this machine, or run this on another one')
  }
}

/** Returns the text records of a name. @throws when DNS does not answer */
async function recordsOf(name: string, dns: Dns): Promise<string[]> {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

async function checkSpf(domain: string, dns: Dns): Promise<Finding> {
  const found = (await recordsOf(domain, dns)).filter((text) => /^v=spf1(\s|$)/i.test(text))
  if (found.length > 1) {
    return fail(`${domain} has ${found.length} SPF records`, 'merge them into one: all are ignored')
  }
  const [record] = found
  if (!record) {
    const todo =
      'add the record that the mail service shows, unless it uses a return path of its own'
    return warn(`${domain} has no SPF record`, todo)
  }
  if (!/(^|\s)\+?all(\s|$)/i.test(record)) return ok('SPF is set')
  return warn(`the SPF record of ${domain} allows every server`, 'end it with ~all or -all')
}

async function checkDmarc(domain: string, dns: Dns): Promise<Finding> {
  const labels = domain.split('.')
  // A subdomain without a record of its own uses that of a domain above it.
  const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
  for (const name of names) {
    const records = await recordsOf(`_dmarc.${name}`, dns)
    const record = records.find((text) => /^v=DMARC1(;|\s|$)/i.test(text))
    const policy = record && /(?:^|;)\s*p\s*=\s*(\w+)/i.exec(record)?.[1]
    if (policy) return ok(`DMARC is set (p=${policy.toLowerCase()})`)
    if (record) return fail(`the DMARC record of ${name} has no policy`, 'add p=none to it')
  }
  const todo = `add a TXT record _dmarc.${domain}: v=DMARC1; p=none`
  return warn(`${domain} has no DMARC record`, todo)
}

/** Selectors of common mail services. Others, such as SES, use random ones. */
const selectors = [
  ...['default', 'dkim', 'mail', 'google', 'pm', 'k1', 'k2', 's1', 's2', 'selector1', 'selector2'],
  ...['fm1', 'fm2', 'fm3', 'mx', 'zoho', 'protonmail', 'resend', 'smtp', 'key1', 'sig1'],
]

async function checkDkim(domain: string, dns: Dns): Promise<Finding> {
  const keys = await Promise.all(
    selectors.map(async (selector) => {
      const records = await recordsOf(`${selector}._domainkey.${domain}`, dns)
      return records.some((text) => /(^|;)\s*p\s*=\s*[\w+/]/.test(text)) ? selector : undefined
    }),
  )
  const found = keys.find((selector) => selector !== undefined)
  if (found) return ok(`DKIM is set (selector ${found})`)
  return ok(
    'no DKIM key under a common selector: the page of the mail service shows whether it is set',
  )
}
