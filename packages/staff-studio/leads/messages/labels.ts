import type { Message } from 'halvi-leads/contract'
import { formLabel } from '../labels.ts'

const kinds = [
  ...['confirm', 'reminder', 'welcome', 'received', 'invited', 'accepted', 'declined', 'reply'],
  ...['new-lead', 'digest', 'password-reset', 'invitation'],
]

/** Labels of kinds of messages, such as `New lead`. */
export const kindLabels = Object.fromEntries(kinds.map((kind) => [kind, formLabel(kind)]))

/** Returns why a message was not sent, in words. Other reasons than a mail server's are in words already. */
export function reasonText(error: string, state?: Message['state']): string {
  const [, status, step = ''] = /^status (\d+)(?: at (.+))?$/.exec(error) ?? []
  if (status && state === 'bounced') return `There is no such mailbox (${status}).`
  const side = /^(RCPT TO|DATA)/.test(step) ? 'recipient' : 'site'
  if (status) return `The ${side}’s mail server refused the message (${status}).`
  return /^E[A-Z]+$/.test(error) ? `The mail server could not be reached (${error}).` : error
}

export const stateLabels: Record<Message['state'], string> = {
  pending: 'Sending',
  held: 'On hold',
  waiting: 'Scheduled',
  delivered: 'Sent',
  exhausted: 'Failed',
  bounced: 'Refused',
  uncertain: 'May have arrived',
  suppressed: 'Not sent',
  canceled: 'Canceled',
}
