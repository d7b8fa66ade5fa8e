import { calledName, type MessageFields, withoutInvisible } from 'halvi-leads/mail'
import { english } from '../language/language.ts'
import { numberText } from '../language/numbers.ts'

/** Maximum length of a name and other values in a message, in characters. */
const maxLength = 80

/** The values that a message's text can contain, by their names in `schemas/fields/messages.ts`. '' if absent. */
export type Values = Readonly<Record<string, string>>

/**
 * Returns the values that a message's text can contain. Those of `data` are for messages to staff.
 *
 * @param there the word in place of a missing name
 */
export function valuesOf(fields: MessageFields, locale = english.locale, there = 'there'): Values {
  const { name, business, reference, position, referrals, data } = fields
  const counts = countsOf(fields)
  const own = Object.entries(data).map(([key, value]) => [key, oneLine(String(value), 300)])
  const full = oneLine(name, maxLength)
  return {
    ...Object.fromEntries(own),
    name: full,
    firstName: calledName(full),
    business: oneLine(business, maxLength),
    reference: oneLine(reference, maxLength),
    position: position === undefined ? '' : numberText(position, locale),
    referrals: referrals === undefined ? '' : numberText(referrals, locale),
    forms: oneLine(counts.map(({ form }) => form).join(', '), maxLength),
    there,
    total: `${counts.reduce((sum, { leads }) => sum + leads, 0)}`,
  }
}

/** Returns the numbers of new leads with the labels of their forms, in a message to staff. */
export const countsOf = ({ data: { counts } }: MessageFields): { form: string; leads: number }[] =>
  (Array.isArray(counts) ? counts : []).map(({ form, leads }) => {
    const name = String(form).replaceAll('-', ' ')
    return { form: name.charAt(0).toUpperCase() + name.slice(1), leads }
  })

/** Names of values whose direction can differ from the text's. */
export const typedValues: readonly string[] = ['name', 'firstName', 'business', 'reference']

/** Returns the text that stands for a value that is absent, if any text can. */
export const standIn = (value: string, { there = '' }: Values): string =>
  /name/i.test(value) ? there : ''

/** Returns a text with the values for the names in braces. Braces around other names stay. */
export const fillText = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (all, name) =>
    Object.hasOwn(values, name) ? values[name] || standIn(name, values) : all,
  )

/** Returns a text on one line, without invisible characters, and with up to `max` characters. */
export const oneLine = (text: unknown, max: number): string =>
  cut(safe(text, max).replace(/\s+/g, ' ').trim(), max)

/** Returns the paragraphs of a text, which empty lines separate. Together they have up to `max` characters. */
export const paragraphsOf = (text: unknown, max: number): string[] =>
  cut(safe(text, max), max)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

/** Returns a text without control characters, direction overrides, and halves of surrogate pairs. */
function safe(text: unknown, max: number): string {
  // Most texts are short. The rest of a long one is never shown, so it need not be searched.
  const start = typeof text === 'string' ? text.slice(0, 4 * max) : ''
  return withoutInvisible(start.replaceAll('\r\n', '\n')).replace(/\p{Cs}/gu, '')
}

/** Returns a text of up to `max` characters. A longer one is cut and ends with an ellipsis. */
export function cut(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}
