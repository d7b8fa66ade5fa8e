import { expect, it } from 'vitest'
import { messageError } from './check-message.ts'
import { format } from './format.ts'
import { inEnglish } from './marks.ts'

const results = '{count, plural, one {# result} other {# results}} for “{query}”'
const arabic =
  '{count, plural, zero {لا نتائج} one {نتيجة} two {نتيجتان} few {# نتائج} many {# نتيجة} other {# نتيجة}}'

it.each([
  [results, { count: 1, query: 'a' }, 'en-US', '1 result for “a”'],
  [results, { count: 1200, query: 'a' }, 'en-US', '1,200 results for “a”'],
  [arabic, { count: 2 }, 'ar-US-u-nu-latn', 'نتيجتان'],
  [arabic, { count: 3 }, 'ar-US-u-nu-latn', '3 نتائج'],
  [arabic, { count: 11 }, 'ar-US-u-nu-latn', '11 نتيجة'],
  ["What's left: you'd keep {sum}", { sum: '$5' }, 'en-US', "What's left: you'd keep $5"],
  ["What's new? <b>{{'", {}, 'en-US', "What's new? <b>{{'"],
  ['<b>{name}</b>', { name: '<i>$& {name}' }, 'en-US', '<b><i>$& {name}</b>'],
  ['{count, plural, one {# result}', { count: 1 }, 'en-US', '{count, plural, one {# result}'],
  ['{a} and {missing}', { a: 'A' }, 'en-US', 'A and {missing}'],
  ['{constructor}', {}, 'en-US', '{constructor}'],
])('format(%j, %j, %s) returns %j', (message, values, locale, text) => {
  expect(format(message, values, locale)).toBe(text)
})

it('format uses the rules of English for a word that the language lacks', () => {
  const text = format(inEnglish('{count, plural, one {#} other {# more}}'), { count: 2 }, 'ar-US')
  expect(text).toBe(inEnglish('2 more'))
})

it('format isolates texts that may have another direction, and no others', () => {
  expect(format('By {name}.', { name: 'Amina' }, 'en-US')).toBe('By Amina.')
  expect(format('By {name}.', { name: 'أمينة' }, 'en-US')).toBe('By \u2068أمينة\u2069.')
  expect(format('من {name}.', { name: 'Amina' }, 'ar-US')).toBe('من \u2068Amina\u2069.')
})

it.each([
  ['No placeholders', 'A text', ''],
  ['{b} {a}', '{a} {b}', ''],
  [results.replace('one {', 'few {'), results, ''],
  ['{count} for {query}', results, ''],
  ['{query, select, a {A} other {B}} {count}', results, ''],
  ['{query', '{query}', 'Line 1, character 1: add the missing closing brace }.'],
  [
    'One\n and {} {query}',
    '{query}',
    'Line 2, character 6: write the name of a placeholder between the braces.',
  ],
  [
    '{count, plural, one {# of {query}}}',
    results,
    'Line 1, character 35: add “other {…}”, the text for all other values.',
  ],
  ['{count, plural, one}{query}', results, expect.stringMatching(/^Line 1.*: copy this part/)],
  ['{count, plural, on {1} other {#}}{query}', results, expect.stringMatching(/^“on” isn’t/)],
  ['{query, plural, other {#}}{count}', results, expect.stringContaining('without “plural”')],
  ['{firstName, date}', '{firstName}', 'Write {firstName} without “date” or “time”.'],
  ['{count} {other}', results, 'Remove {other}. The placeholders are {count}, {query}.'],
  ['{name}', 'A text', 'Remove {name}. This text has no placeholders.'],
  ["'{count}' {query}", results, 'Add {count}: the site fills it in.'],
  ['Results', results, 'Add {count}: the site fills it in.'],
])('messageError(%j, %j) returns %j', (message, original, error) => {
  expect(messageError(message, original)).toEqual(error)
})
