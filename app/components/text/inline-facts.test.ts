import { expect, it } from 'vitest'
import type { ShortText } from '../../content/shapes.ts'
import { factTexts } from '../../words/fact-texts.ts'
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

it('gives ranges a span with a mark of its own', () => {
  const [block] = inlineFacts(text(span('Mall '), span('8-15%, Eats 6.5–20%', ['em'])))
  expect(block?.children).toMatchObject([
    { text: 'Mall ', marks: [] },
    { text: '', marks: ['em'] },
    { text: '8-15%', marks: ['em', 'range'] },
    { text: ', Eats ', marks: ['em'] },
    { text: '6.5–20%', marks: ['em', 'range'] },
    { text: '', marks: ['em'] },
  ])
})

it.each([
  ['ar-US-u-nu-latn', '\u20666.5–20%\u2069'],
  ['es-US-u-nu-latn', '6.5–20%'],
])('gives a commission in %s a span with a mark of its own', (locale, shown) => {
  const branch = { _type: 'commissionRange', _key: 'f', branch: { name: 'a', low: 6.5, high: 20 } }
  const texts = factTexts(undefined, locale)
  const [block] = inlineFacts(text(span('عمولة '), branch, span('.')), texts)
  expect(block?.children).toMatchObject([
    { text: 'عمولة ', marks: [] },
    { text: shown, marks: ['range'] },
    { text: '.', marks: [] },
  ])
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
