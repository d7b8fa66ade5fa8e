import type { RichText } from 'halvi-site/content/shapes'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Text } from './text.tsx'

const block = (text: string, listItem?: string, level?: number) => ({
  ...{ _type: 'block', _key: text, style: 'normal', markDefs: [], listItem, level },
  children: [{ _type: 'span', _key: 's', marks: [], text }],
})

/** Returns the lists and paragraphs of a text: `ol3[c,d]` for a list that starts at 3. */
const shown = (blocks: object[]) =>
  renderToStaticMarkup(<Text value={blocks as unknown as RichText} />)
    .replace(/<\/?div[^>]*>/g, '')
    .replace(/<(ol|ul)(?: start="(\d+)")?>/g, '$1$2[')
    .replace(/<\/[ou]l>/g, ']')
    .replace(/<\/?(li|p)>/g, ' ')
    .replace(/ +/g, ' ')

const [n, c] = ['number', 'numberContinued']

it.each([
  [
    [block('a', n), block('b', n), block('x'), block('c', c), block('d', c)],
    'ol[ a b ] x ol3[ c d ]',
  ],
  [[block('a', n), block('x'), block('b', n)], 'ol[ a ] x ol[ b ]'],
  [
    [block('a', n), block('x'), block('b', c), block('y'), block('z'), block('c', c)],
    'ol[ a ] x ol2[ b ] y z ol3[ c ]',
  ],
  [
    [block('a', n), block('i', 'bullet', 2), block('b', n), block('x', 'bullet'), block('c', c)],
    'ol[ aul[ i ] b ]ul[ x ]ol3[ c ]',
  ],
  [[block('x'), block('a', c)], ' x ol1[ a ]'],
  [
    [block('a', n), block('x'), block('b', n), block('c', n), block('y'), block('d', c)],
    'ol[ a ] x ol[ b c ] y ol3[ d ]',
  ],
])('continues a numbered list where the editor says so: %#', (blocks, html) => {
  expect(shown(blocks).trim()).toBe(html.trim())
})
