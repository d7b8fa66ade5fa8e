import { reasonOf } from 'halvi-kit/reason'
import { verifySmtp } from 'halvi-leads/admin'
import type { Settings } from 'halvi-site/settings/settings'
import { type Finding, fail, ok } from './finding.ts'

/** Checks that the mail server accepts the login. Sends no message. */
export async function checkMail({ SMTP_URL }: Settings): Promise<Finding> {
  if (!SMTP_URL) return ok('SMTP_URL is not set: messages are stored and shown in the Leads tool')
  const { host } = new URL(SMTP_URL)
  try {
    await verifySmtp(SMTP_URL, 8_000)
    return ok(`${host} accepts the login`)
  } catch (error) {
    const { code = '', responseCode } = error as { code?: string; responseCode?: number }
    // The server's own text may contain the user name.
    const reason = responseCode ? `${code}, status ${responseCode}` : code || reasonOf(error)
    const todo = 'check SMTP_URL (user, password, host, port) and the firewall'
    return fail(`${host} can't be used (${reason})`, `${todo}; messages wait and are sent later`)
  }
}
