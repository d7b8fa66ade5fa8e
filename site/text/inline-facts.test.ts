import { expect, it } from 'vitest'
import type { ShortText } from '../content/shapes.ts'
import { inlineFacts } from './inline-facts.ts'

const span = (text: string, marks: string[] = []) => ({ _type: 'span', _key: text, text, marks })
const fact = { _type: 'siteFact', _key: 'f', fact: 'payoutMinimum', value: 50 }
const text = (...children: unknown[]) => [{ _type: 'block', _key: 'b', children }] as ShortText
const texts = (value: ShortText) =>
  value.flatMap(({ children }) => (children ?? []).map((child) => Object(child).text))

it('merges adjacent words and facts into one text', () => {
  const joined = inlineFacts(text(span('from '), fact, span(' on'), span('.')))
  expect(texts(joined)).toEqual(['from $50 on.'])
})

it('does not merge spans with different marks', () => {
  const joined = inlineFacts(text(span('from '), span('here', ['link']), fact, span('!')))
  expect(texts(joined)).toEqual(['from ', 'here', '$50!'])
})

it('gives an address or phone number a span that stays on one line', () => {
  const address = { _type: 'siteFact', _key: 'f', fact: 'email', value: 'hello-all@halvi.com' }
  const [block] = inlineFacts(text(span('at '), address, span('.')))
  expect(block?.children).toMatchObject([
    { text: 'at ', marks: [] },
    { text: 'hello-all@halvi.com', marks: ['address'] },
    { text: '.', marks: [] },
  ])
})
