import type { ShortText } from 'halvi-site/content/shapes'
import { expect, it } from 'vitest'
import { mergeSpans } from './merge-spans.ts'

const span = (text: string, marks: string[] = []) => ({ _type: 'span', _key: text, text, marks })
const text = (...children: unknown[]) => [{ _type: 'block', _key: 'b', children }] as ShortText
const texts = (value: ShortText) =>
  value.flatMap(({ children }) => (children ?? []).map((child) => Object(child).text))

it('merges adjacent words into one text', () => {
  expect(texts(mergeSpans(text(span('from '), span('$50'), span(' on.'))))).toEqual([
    'from $50 on.',
  ])
})

it('does not merge spans with different marks', () => {
  const joined = mergeSpans(text(span('from '), span('here', ['link']), span('$50'), span('!')))
  expect(texts(joined)).toEqual(['from ', 'here', '$50!'])
})
