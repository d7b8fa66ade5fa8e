import type { RichText, ShortText, TextChild } from '../../content/shapes.ts'
import { factText } from './facts.ts'

/** Returns a text without formatting, with its facts filled in and a space between paragraphs. */
export function plainText(blocks: ShortText | RichText | null | undefined): string {
  return listOf<{ children?: readonly TextChild[] | null }>(blocks)
    .map((block) =>
      listOf<TextChild>(block.children)
        .map((child) => (child._type === 'span' ? (child.text ?? '') : factText(child)))
        .join(''),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns an array, or an empty one for any other value: malformed content must not break a page's meta tags. */
function listOf<Item>(list: unknown): readonly Item[] {
  return Array.isArray(list) ? list : []
}
