import { Resolver } from 'node:dns/promises'
import { reasonOf } from 'halvi-kit/reason'
import { verifySmtp } from 'halvi-leads/admin'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok, problemsOr, warn } from './finding.ts'

/**
 * Checks that the mail server accepts the login, and that the domain of MAIL_FROM has the records that let other
 * servers recognize its mail. Sends no message.
 */
export async function checkMail(
  { SMTP_URL, MAIL_FROM = '' }: Settings,
  dns: Pick<Resolver, 'resolveTxt'> = new Resolver({ timeout: 3_000, tries: 2 }),
): Promise<Finding[]> {
  if (!SMTP_URL) return [ok('SMTP_URL is not set: messages are stored and shown in the Leads tool')]
  const domain = /@([^\s>]+)/.exec(MAIL_FROM)?.[1]?.toLowerCase() ?? ''
  // A subdomain without a DMARC record of its own uses that of the domain above it.
  const above = domain.split('.').slice(-2).join('.')
  const findings = await Promise.all([
    checkServer(SMTP_URL),
    checkRecord('SPF', [domain], /^v=spf1(\s|$)/i, dns),
    checkRecord('DMARC', [`_dmarc.${domain}`, `_dmarc.${above}`], /^v=DMARC1(;|\s|$)/i, dns),
  ])
  return problemsOr(findings.map(({ found }) => found).join('; '), findings)
}

async function checkServer(url: string): Promise<Finding> {
  const { host } = new URL(url)
  try {
    await verifySmtp(url, 8_000)
    return ok(`${host} accepts the login`)
  } catch (error) {
    const { code = '', responseCode } = error as { code?: string; responseCode?: number }
    // The server's own text may contain the user name.
    const reason = responseCode ? `${code}, status ${responseCode}` : code || reasonOf(error)
    const todo = 'check SMTP_URL (user, password, host, port) and the firewall'
    return fail(`${host} can't be used (${reason})`, `${todo}; messages wait and are sent later`)
  }
}

async function checkRecord(
  what: string,
  names: readonly string[],
  pattern: RegExp,
  dns: Pick<Resolver, 'resolveTxt'>,
): Promise<Finding> {
  for (const name of names) {
    const records = await dns.resolveTxt(name).catch(() => [])
    if (records.some((parts) => pattern.test(parts.join('')))) return ok(`${what} is set`)
  }
  const todo = 'add the record that the mail service shows: see docs/operate/mail.md'
  return warn(`found no ${what} record at ${names[0]}`, todo)
}
