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

/** Returns a message as plain text, with its links written out. */
export function plainText(
  parts: readonly Part[],
  { reason, unsubscribe, unsubscribeLabel, company }: Footer,
): string {
  const end = [reason, unsubscribe && `${unsubscribeLabel}: ${unsubscribe}`, company]
  return `${parts.map(textOf).join('\n\n')}\n\n-- \n${end.filter(Boolean).join('\n')}\n`
}

/** Matches the URLs that a message's text can link to. */
export const linkPattern = /^(https?:\/\/|mailto:)/i

function textOf(part: Part): string {
  if (part._type === 'rows') {
    const rows = part.rows.map(({ label, value }) => `${label}: ${value}`)
    return [part.heading, ...rows].filter(Boolean).join('\n')
  }
  if (part._type !== 'block') return `${part.label}:\n${part.href}`
  const text = part.children
    .map(({ text, marks }) => `${text}${linkOf(part.markDefs, marks as string[] | undefined)}`)
    .join('')
  return part.listItem ? `- ${text}` : text
}

/** Returns the URL of linked words in parentheses, or '' for other words. */
function linkOf(definitions: unknown, marks: readonly string[] | undefined): string {
  const links = (Array.isArray(definitions) ? definitions : []) as { _key: string; href?: string }[]
  const href = links.find(({ _key }) => marks?.includes(_key))?.href ?? ''
  return linkPattern.test(href) ? ` (${href.replace(/^mailto:/i, '')})` : ''
}
