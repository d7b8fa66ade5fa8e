import type { MessageContent, MessageFields, MessageKind } from 'halvi-leads/mail'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Words, wordsOf } from '../words/words.ts'
import { defaultMessages, messageName, staffMessages } from './default-messages.ts'
import { MessageDocument } from './document.tsx'
import type { LinkName, MessageText } from './message-text.ts'
import { linkPart, type Part, partsOf, typedParagraphs } from './parts.ts'
import { plainText } from './plain-text.ts'
import { inlineStyles } from './styles.ts'
import { fillText, oneLine, paragraphsOf, valuesOf } from './values.ts'

/** The site's data in the frame of every message. */
export interface MessageSite {
  name?: string | null | undefined
  /** The words that staff have replaced. */
  words?: object | null | undefined
  identity?: { legalName?: string | null; address?: string | null } | null | undefined
}

/** The link that a message is for, with its label if the message's text does not have the link. */
const neededLinks: Readonly<
  Partial<Record<MessageKind, readonly [LinkName, keyof Words['mail']]>>
> = {
  confirm: ['confirm', 'confirm'],
  reminder: ['confirm', 'confirm'],
  welcome: ['page', 'seePage'],
  invited: ['page', 'openPage'],
}

/** Maximum lengths of a subject, and of a reply, in characters. */
const maxSubject = 200
const maxReply = 20_000

/** Renders a message. Absent texts are the site's own. Runs on the server and in the Studio. */
export function renderMessage(
  kind: MessageKind,
  fields: MessageFields,
  given?: Partial<MessageText>,
  site?: MessageSite | null,
): MessageContent {
  const words = wordsOf({ mail: site?.words }).mail
  const own = kind === 'reply' ? replyText(fields, words) : textsOf(kind, fields.form)
  const values = valuesOf(fields)
  const parts = bodyParts(kind, fields, given?.body?.length ? given.body : own.body, words)
  const subject = oneLine(fillText(given?.subject || own.subject, values), maxSubject)
  const siteName = oneLine(site?.name, maxSubject) || 'Halvi'
  const { legalName, address } = site?.identity ?? {}
  const footer = {
    reason: given?.reason || own.reason,
    // Replies are personal, and staff have no such link.
    unsubscribe: kind === 'reply' ? undefined : fields.links.unsubscribe,
    unsubscribeLabel: words.unsubscribe,
    company: [legalName, address]
      .map((part) => oneLine(part, maxSubject))
      .filter(Boolean)
      .join(', '),
  }
  const preheader = oneLine(fillText((given ?? own).preheader ?? '', values), maxSubject)
  const document = (
    <MessageDocument
      subject={subject}
      preheader={preheader}
      siteName={siteName}
      parts={parts}
      footer={footer}
    />
  )
  return {
    subject,
    html: `<!doctype html>${inlineStyles(renderToStaticMarkup(document))}`,
    text: plainText(parts, footer),
  }
}

const textsOf = (kind: Exclude<MessageKind, 'reply'>, form: string | undefined): MessageText =>
  ({ ...defaultMessages, ...staffMessages })[
    messageName(kind, form) as keyof typeof defaultMessages | keyof typeof staffMessages
  ]

const replyText = (
  { data: { subject } }: MessageFields,
  { replySubject, replyReason }: Words['mail'],
): MessageText => ({
  subject: typeof subject === 'string' ? subject : replySubject,
  body: [],
  reason: replyReason,
})

/** Returns the parts of a message, with the link that it is for at the end if its text does not have it. */
function bodyParts(
  kind: MessageKind,
  fields: MessageFields,
  body: readonly unknown[],
  words: Words['mail'],
): Part[] {
  if (kind === 'reply') return typedParagraphs(paragraphsOf(fields.data.text, maxReply))
  const parts = partsOf(body, fields, valuesOf(fields))
  const [link, label] = neededLinks[kind] ?? []
  const href = link && fields.links[link]
  const isMissing = !parts.some((part) => 'href' in part && part.href === href)
  return link && label && isMissing ? [...parts, ...linkPart(fields, link, words[label])] : parts
}
