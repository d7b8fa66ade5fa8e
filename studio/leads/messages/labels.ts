import type { Message } from 'halvi-leads/contract/applicants'
import { formLabel } from '../labels.ts'

const kinds = [
  ...['confirm', 'reminder', 'welcome', 'invited', 'accepted', 'declined', 'reply'],
  ...['new-lead', 'digest', 'backup-failed', 'password-reset'],
]

/** Labels of kinds of messages, such as `New lead`. */
export const kindLabels = Object.fromEntries(kinds.map((kind) => [kind, formLabel(kind)]))

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
