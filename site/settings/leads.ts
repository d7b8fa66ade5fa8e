import { diskFault, StartError } from 'halvi-kit/processes/start-error'
import { reasonOf } from 'halvi-kit/reason'
import { forms } from 'halvi-leads/forms'
import type { Settings } from './settings.ts'

/** Returns the options of the leads that the site and the office share. */
export function leadsSettings(settings: Settings) {
  return {
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    endpointUrl: settings.FORM_ENDPOINT_URL,
    endpointSecret: settings.FORM_ENDPOINT_SECRET,
    endpointGetsFirstTouch: settings.FORM_ENDPOINT_FIRST_TOUCH,
    forms,
    rateLimit: settings.RATE_LIMIT,
  }
}

/** Returns the mail server and the senders, or undefined if no mail is sent. */
export function smtpSettings({ SMTP_URL: url, MAIL_FROM: from, MAIL_REPLY_TO: replyTo }: Settings) {
  return url && from ? { url, from, replyTo } : undefined
}

/**
 * Reports that the leads can't be opened.
 *
 * @throws StartError with the reason in one line
 */
export function leadsNotOpened(error: Error): never {
  throw new StartError(diskFault(error) ?? `The leads can't be opened: ${reasonOf(error)}`)
}
