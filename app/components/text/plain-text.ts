import type { RichText, ShortText, TextChild } from '../../content/shapes.ts'
import { factText } from './facts.ts'

/** A text without its formatting, facts included, a blank between paragraphs. */
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

/** Search engines are told these texts, too: no page fails for what it says to them. */
function listOf<Item>(list: unknown): readonly Item[] {
  return Array.isArray(list) ? list : []
}
