import { choice, document, field, line, paragraph } from '../fields/field.ts'
import { messageValues } from '../fields/messages.ts'
import { checkPlaceholders } from '../validation/values.ts'

/** The automatic messages to applicants: the title in the Studio, and the link that the message is for. */
const events: Readonly<Record<string, { title: string; link?: 'confirm' | 'page' }>> = {
  confirm: { title: 'Confirm the address: waitlist', link: 'confirm' },
  'confirm-onboarding': { title: 'Confirm the address: businesses', link: 'confirm' },
  'confirm-affiliate': { title: 'Confirm the address: affiliates', link: 'confirm' },
  reminder: { title: 'Reminder to confirm', link: 'confirm' },
  welcome: { title: 'Welcome: waitlist', link: 'page' },
  'welcome-onboarding': { title: 'Application received: businesses', link: 'page' },
  'welcome-affiliate': { title: 'Application received: affiliates', link: 'page' },
  received: { title: 'Message received' },
  invited: { title: 'Invitation', link: 'page' },
  accepted: { title: 'Application accepted' },
  declined: { title: 'Application declined' },
}

/** The texts of messages, each with its title. The document's `_id` is `message-` and the kind. */
export const messageKinds: readonly { value: string; title: string }[] = Object.entries(events).map(
  ([value, { title }]) => ({ value, title }),
)

const names = Object.keys(messageValues)
const inBraces = names.map((name) => `{${name}}`).join(', ')

const subject = line('subject', 'Subject', {
  description: `You can use ${inBraces}.`,
  rules: (rule) => [
    rule.max(150).warning('Most mail programs cut off a subject this long.'),
    rule.custom<string>((value) => checkPlaceholders(value, names)),
  ],
})

/** Returns the longest kind that an id starts with. */
const kindOf = (id: string): string | undefined =>
  Object.keys(events)
    .filter((kind) => `${id.split('.').at(-1)}-`.startsWith(`message-${kind}-`))
    .sort((a, b) => a.length - b.length)
    .at(-1)

/** Returns true, or the warning for a message without the link that it is for. */
function checkLink(body: unknown, kind: unknown) {
  const link = events[String(kind)]?.link
  const parts = (Array.isArray(body) ? body : []) as { _type?: string; link?: string }[]
  if (!link || parts.some((part) => part._type === 'messageButton' && part.link === link))
    return true
  return link === 'confirm'
    ? 'Add the personal link to confirm the email address. Without it, it is added at the end.'
    : 'Add the personal link to the recipient’s own page. Without it, it is added at the end.'
}

/** The text of an automatic message to applicants. Without a document, the site's own text is sent. */
export const mailMessage = document(
  'mailMessage',
  'Message',
  [
    choice('kind', 'Sent when', [...messageKinds], {
      readOnly: true,
      hidden: true,
      required: 'Open the message from the list “Messages”.',
      shared: true,
    }),
    subject,
    line('preheader', 'Preview text', {
      optional: true,
      description: 'Inboxes show it after the subject. If empty, they show the start of the text.',
    }),
    field('body', 'Text', 'messageText', {
      description: 'Use the + menu to insert the recipient’s name, links, and other values.',
      required: 'Text is required.',
      rules: (rule) => [
        rule.custom<unknown>((value, { document }) => checkLink(value, document?.kind)).warning(),
      ],
    }),
    line('reason', 'Why people get it', {
      description: 'Shown at the end of the message, above the link to unsubscribe.',
    }),
  ],
  {
    preview: {
      select: { kind: 'kind', subtitle: 'subject', id: '_id' },
      prepare: ({ kind, subtitle, id }: Record<string, unknown>) => ({
        // Translations have no kind, but an id that is derived from the original's.
        title: events[String(kind ?? kindOf(String(id)))]?.title ?? subtitle,
        subtitle,
      }),
    },
  },
)

/** A text that staff can start a reply with. */
export const replyTemplate = document(
  'replyTemplate',
  'Reply template',
  [
    line('title', 'Title', { description: 'Shown to staff when they choose a template.' }),
    subject,
    paragraph('body', 'Text', {
      rows: 12,
      description: `Plain text with an empty line between paragraphs. You can use ${inBraces}.`,
      rules: (rule) => [rule.custom<string>((value) => checkPlaceholders(value, names))],
    }),
  ],
  { shown: { title: 'title', subtitle: 'subject' } },
)
