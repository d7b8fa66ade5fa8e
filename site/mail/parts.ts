import type { PortableTextBlock } from '@portabletext/react'
import type { MessageFields } from 'halvi-leads/mail'
import type { LinkName } from './message-text.ts'
import { countsOf, oneLine, standIn, typedValues, type Values } from './values.ts'

/** A part of a message, with all values filled in. */
export type Part =
  | (PortableTextBlock & { _type: 'block' })
  | { _type: 'button'; _key: string; label: string; href: string }
  | { _type: 'address'; _key: string; label: string; href: string }
  | { _type: 'rows'; _key: string; heading: string; rows: readonly Row[] }

/** A line of a list: a label and its values, for example the options that a person chose. */
interface Row {
  label: string
  values: readonly string[]
}

/** Maximum numbers of characters in a value of a list, and in all values. The recipient's page has the rest. */
const maxValue = 300
const maxValues = 3_000

/** Maximum length of a label, in characters. */
const maxLabel = 100

/**
 * Returns the parts of a message's body. A paragraph with a value that is absent is left out, unless it has a text for
 * this case. So are links that do not apply, and unknown objects.
 *
 * @param sent what the recipient sent, in the words of the message's language
 */
export function partsOf(
  body: readonly unknown[],
  fields: MessageFields,
  values: Values,
  sent: readonly Row[],
): Part[] {
  return body.flatMap((part, index): Part[] => {
    // The API accepts content of any shape.
    const { _type, ...rest } = (part ?? {}) as Record<string, unknown>
    const _key = `p${index}`
    if (_type === 'block') return blockOf({ ...rest, _key }, values)
    if (_type === 'messageButton')
      return linkPart(fields, rest.link as LinkName, String(rest.label ?? ''), _key)
    if (_type === 'messageSent') return rowsPart(String(rest.heading ?? ''), sent, _key)
    if (_type === 'messageCounts') {
      const rows = countsOf(fields).map(({ form, leads }) => ({
        label: form,
        values: [`${leads}`],
      }))
      return rowsPart(String(rest.heading ?? ''), rows, _key)
    }
    return []
  })
}

/** Returns the part for a personal link, or no part if the message has no such link. */
export function linkPart(
  { links }: MessageFields,
  link: LinkName,
  label: string,
  _key: string = link,
): Part[] {
  const href = Object.hasOwn(links, link) ? links[link] : undefined
  if (!href) return []
  return [{ _type: link === 'referral' ? 'address' : 'button', _key, label: label || href, href }]
}

/** Returns the part for a list, or no part for an empty list. */
function rowsPart(heading: string, rows: readonly Row[], _key: string): Part[] {
  let left = maxValues
  const shown = rows.flatMap(({ label, values }) => {
    const texts = values.flatMap((value) => {
      const text = oneLine(value, Math.min(maxValue, left))
      left -= text.length
      return text && left >= 0 ? [text] : []
    })
    return texts.length > 0 ? [{ label: oneLine(label, maxLabel), values: texts }] : []
  })
  return shown.length > 0 ? [{ _type: 'rows', _key, heading, rows: shown }] : []
}

/** Returns paragraphs that a person typed. */
export const typedParagraphs = (texts: readonly string[]): Part[] =>
  texts.map((text, index) => ({
    _type: 'block',
    _key: `t${index}`,
    style: 'typed',
    markDefs: [],
    children: [{ _type: 'span', _key: 's', text, marks: [] }],
  }))

type Child = Readonly<Record<string, unknown>>

function blockOf(block: Child & { _key: string }, values: Values): Part[] {
  const given = Array.isArray(block.children) ? (block.children as (Child | null)[]) : []
  const children = given.flatMap((child): (Child | undefined)[] => {
    if (child?._type === 'span') return typeof child.text === 'string' ? [child] : []
    if (child?._type !== 'messageField') return []
    const value = String(child.value)
    const filled = Object.hasOwn(values, value) ? values[value] : ''
    const marks = typedValues.includes(value) ? ['typed'] : []
    if (filled) return [{ _type: 'span', _key: child._key, text: filled, marks }]
    const text = child.fallback || standIn(value, values)
    return [text ? { _type: 'span', _key: child._key, text, marks: [] } : undefined]
  })
  if (children.length === 0 || children.includes(undefined)) return []
  return [{ ...block, _type: 'block', children } as Part]
}
