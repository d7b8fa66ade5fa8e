import { ownAnswers } from 'halvi-leads/forms/own-application'
import type { MessageContent, MessageFields, MessageKind } from 'halvi-leads/mail'
import { renderToStaticMarkup } from 'react-dom/server'
import { LanguageContext } from '../language/context.ts'
import { isolated, isolateNumbers } from '../language/isolate.ts'
import { english, type Language } from '../language/language.ts'
import { withoutMarks } from '../words/marks.ts'
import { renderMarks } from '../words/render-marks.ts'
import { type Words, wordIn, wordsOf } from '../words/words.ts'
import { defaultMessages, messageName, staffMessages } from './default-messages.ts'
import { MessageDocument } from './document.tsx'
import type { LinkName, MessageText } from './message-text.ts'
import { linkPart, type Part, partsOf, typedParagraphs } from './parts.ts'
import { plainText } from './plain-text.ts'
import { inlineStyles } from './styles.ts'
import {
  cut,
  fillText,
  oneLine,
  paragraphsOf,
  typedValues,
  type Values,
  valuesOf,
} from './values.ts'

/** The site's data in the frame of every message. */
export interface MessageSite {
  name?: string | null | undefined
  /** The words that staff have written in the language of the message. */
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

/** Renders a message. Absent texts are the site's own, in English. Runs on the server and in the Studio. */
export function renderMessage(
  kind: MessageKind,
  fields: MessageFields,
  given?: Partial<MessageText>,
  site?: MessageSite | null,
  language: Language = english,
): MessageContent {
  const words = wordsOf(site?.words, language)
  const own = kind === 'reply' ? replyText(fields, words.mail) : textsOf(kind, fields.form)
  const values = valuesOf(fields, language.locale, words.mail.there)
  const body = given?.body?.length ? given.body : own.body
  const parts = bodyParts(kind, fields, { body, values, words })
  const typed = typedValues.map((key) => [key, isolated(values[key] ?? '', language.locale)])
  const lineOf = (text: unknown) => {
    const line = fillText(oneLine(text, maxSubject), { ...values, ...Object.fromEntries(typed) })
    return cut(line, maxSubject)
  }
  const subject = lineOf(given?.subject || own.subject)
  const siteName = oneLine(site?.name, maxSubject) || 'Halvi'
  const { legalName, address } = site?.identity ?? {}
  const footer = {
    reason: given?.reason || own.reason,
    // Replies are personal, and staff have no such link.
    unsubscribe: kind === 'reply' ? undefined : fields.links.unsubscribe,
    unsubscribeLabel: words.mail.unsubscribe,
    company: [legalName, address]
      .map((part) => oneLine(part, maxSubject))
      .filter(Boolean)
      .join(', '),
  }
  const preheader = lineOf((given ?? own).preheader)
  const document = (
    <LanguageContext.Provider value={language}>
      <MessageDocument {...{ subject, preheader, siteName, parts, footer }} />
    </LanguageContext.Provider>
  )
  const plain = (text: string) =>
    withoutMarks(language.direction === 'rtl' ? isolateNumbers(text) : text)
  return {
    subject: plain(subject),
    html: `<!doctype html>${inlineStyles(renderMarks(renderToStaticMarkup(document), language), language)}`,
    text: plain(plainText(parts, footer, language)),
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

interface MessageBody {
  body: readonly unknown[]
  values: Values
  words: Words
}

/** Returns the parts of a message, with the link that it is for at the end if its text does not have it. */
function bodyParts(
  kind: MessageKind,
  fields: MessageFields,
  { body, values, words }: MessageBody,
): Part[] {
  if (kind === 'reply') return typedParagraphs(paragraphsOf(fields.data.text, maxReply))
  const parts = partsOf(body, fields, values, sentRows(fields, words))
  const [link, label] = neededLinks[kind] ?? []
  const href = link && fields.links[link]
  const isMissing = !parts.some((part) => 'href' in part && part.href === href)
  return link && label && isMissing
    ? [...parts, ...linkPart(fields, link, words.mail[label])]
    : parts
}

/** Returns what the recipient sent: selected options in the message's language, own text as it is. */
const sentRows = ({ form = '', sent = {} }: MessageFields, words: Words) =>
  ownAnswers(sent).map(({ key, selected, text }) => {
    const group = form.replace(/-.*/, '')
    const options = selected.map((option) => wordIn(words, option, group, 'sent'))
    return { label: wordIn(words, key, 'sent', group), values: [...options, text] }
  })
