import { expect, it } from 'vitest'
import type { ShortText } from '../../content/shapes.ts'
import { factsInPlace } from './facts-in-place.ts'

const span = (text: string, marks: string[] = []) => ({ _type: 'span', _key: text, text, marks })
const fact = { _type: 'siteFact', _key: 'f', fact: 'payoutMinimum', value: 50 }
const text = (...children: unknown[]) => [{ _type: 'block', _key: 'b', children }] as ShortText
const texts = (value: ShortText) =>
  value.flatMap(({ children }) => (children ?? []).map((child) => Object(child).text))

it('makes one text of words and facts that stand together', () => {
  const joined = factsInPlace(text(span('from '), fact, span(' on'), span('.')))
  expect(texts(joined)).toEqual(['from $50 on.'])
})

it('keeps what is marked apart', () => {
  const joined = factsInPlace(text(span('from '), span('here', ['link']), fact, span('!')))
  expect(texts(joined)).toEqual(['from ', 'here', '$50!'])
})

it('leaves alone what it does not know', () => {
  for (const value of [
    text(null, 'words', { _type: 'picture' }),
    [null],
    'words',
    [{ children: 1 }],
  ]) {
    expect(factsInPlace(value as ShortText)).toEqual(value)
  }
})
