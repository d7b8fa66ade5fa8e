import { isolated } from '../language/isolate.ts'
import type { Language } from '../language/language.ts'
import { sequenceText } from '../language/numbers.ts'
import type { Part } from './parts.ts'

/** The part of a message below its text. */
export interface Footer {
  reason: string
  /** URL of the page to unsubscribe. */
  unsubscribe?: string | undefined
  unsubscribeLabel: string
  /** The company's name and postal address, if the content has them. */
  company?: string | undefined
}

/**
 * Returns a message as plain text, with its links written out. In right-to-left languages, each link is on a line of
 * its own, so that it is left-to-right.
 */
export function plainText(
  parts: readonly Part[],
  { reason, unsubscribe, unsubscribeLabel, company }: Footer,
  language: Language,
): string {
  const gap = language.direction === 'rtl' ? '\n' : ' '
  const end = [reason, unsubscribe && `${unsubscribeLabel}:${gap}${unsubscribe}`, company]
  const text = parts.map((part) => textOf(part, gap, language)).join('\n\n')
  return `${text}\n\n-- \n${end.filter(Boolean).join('\n')}\n`
}

/** Matches the URLs that a message's text can link to. */
export const linkPattern = /^(https?:\/\/|mailto:)/i

function textOf(part: Part, gap: string, language: Language): string {
  const { locale } = language
  if (part._type === 'rows') {
    const rows = part.rows.map(({ label, values }) => {
      const shown = values.map((value) => isolated(value, locale))
      return `${label}: ${sequenceText(shown, language)}`
    })
    return [part.heading, ...rows].filter(Boolean).join('\n')
  }
  if (part._type !== 'block') return `${part.label}:\n${part.href}`
  const below: string[] = []
  const texts = part.children.map(({ text, marks = [] }) => {
    const href = linkOf(part.markDefs, marks as string[])
    if (href && gap === '\n') below.push(href)
    const shown = (marks as string[]).includes('typed') ? isolated(text, locale) : text
    return href && gap === ' ' ? `${shown} (${href})` : shown
  })
  const text = [texts.join(''), ...below].join('\n')
  return part.listItem ? `- ${text}` : text
}

/** Returns the URL of linked words, or '' for other words. */
function linkOf(definitions: unknown, marks: readonly string[]): string {
  const links = (Array.isArray(definitions) ? definitions : []) as { _key: string; href?: string }[]
  const href = links.find(({ _key }) => marks.includes(_key))?.href ?? ''
  return linkPattern.test(href) ? href.replace(/^mailto:/i, '') : ''
}
