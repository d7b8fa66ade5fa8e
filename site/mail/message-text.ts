import type { MessageFields } from 'halvi-leads/mail'

/** The text of a message: content of the Studio, or the site's own. */
export interface MessageText {
  /** Can contain values in braces, such as {firstName}. */
  subject: string
  /** Shown by inboxes after the subject. By default, they show the start of the text. */
  preheader?: string | null | undefined
  /** Portable Text with objects of `schemas/objects/messages.ts`. */
  body: readonly unknown[]
  /** Why people get the message. */
  reason: string
}

/** The name of a link in a message. */
export type LinkName = keyof MessageFields['links']

/**
 * Returns Portable Text for a text with one paragraph in each line. `# Words` is a heading, `[page] Words` is a personal
 * link, `[sent] Words` is the list of what the recipient sent, `[counts] Words` are the leads of each form, `{name}` is a
 * value, and `{name|words}` is a value with words for messages without it.
 */
export const bodyOf = (text: string): readonly unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line, index) => ({ _key: `b${index}`, ...partOf(line) }))

function partOf(line: string) {
  const [, link, label = ''] = /^\[(\w+)\] (.*)$/.exec(line) ?? []
  if (link === 'sent') return { _type: 'messageSent', heading: label }
  if (link === 'counts') return { _type: 'messageCounts', heading: label }
  if (link) return { _type: 'messageButton', link, label }
  const pieces = line.replace(/^# /, '').split(/(\{[^{}]+\})/)
  const children = pieces.filter(Boolean).map((piece, index) => {
    const [, value, fallback] = /^\{(\w+)(?:\|([^}]*))?\}$/.exec(piece) ?? []
    const _key = `c${index}`
    return value
      ? { _key, _type: 'messageField', value, ...(fallback && { fallback }) }
      : { _key, _type: 'span', marks: [], text: piece }
  })
  return { _type: 'block', style: line.startsWith('# ') ? 'h2' : 'normal', markDefs: [], children }
}
