import type { RichText, ShortText, TextChild } from '../../content/shapes.ts'
import { factText } from './facts.ts'
import { tableRows } from './table-rows.ts'

/** Returns a text without formatting, with its facts filled in and a space between paragraphs and between cells. */
export function plainText(blocks: ShortText | RichText | null | undefined): string {
  return listOf<ShortText[number] | RichText[number]>(blocks)
    .map((block) => (block._type === 'table' ? tableRows(block).flat().join(' ') : wordsOf(block)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const wordsOf = ({ children }: { children?: unknown }) =>
  listOf<TextChild>(children)
    .map((child) => (child._type === 'span' ? (child.text ?? '') : factText(child)))
    .join('')

/** Returns an array, or an empty one for any other value: malformed content must not break a page's meta tags. */
function listOf<Item>(list: unknown): readonly Item[] {
  return Array.isArray(list) ? list : []
}
