import type { RichText, ShortText, TextChild } from 'halvi-site/content/shapes'
import { tableRows } from './table-rows.ts'

/** Returns a text without formatting, with a space between paragraphs and between cells. */
export function plainText(blocks: ShortText | RichText | null | undefined): string {
  const wordsOf = (child: TextChild) => (child._type === 'span' ? (child.text ?? '') : '')
  const parts = (blocks ?? []).map((block) => {
    if (block._type === 'table') return tableRows(block).flat().join(' ')
    // Unknown objects are not text.
    return block._type === 'block' ? (block.children ?? []).map(wordsOf).join('') : ''
  })
  return parts.join(' ').replace(/\s+/g, ' ').trim()
}
