import type { RichText, ShortText } from '../../content/shapes.ts'
import { factText } from './facts.ts'

/** A text without its formatting, facts included, a blank between paragraphs. */
export function plainText(blocks: ShortText | RichText | null | undefined): string {
  return (blocks ?? [])
    .map((block) =>
      (block.children ?? [])
        .map((child) => (child._type === 'span' ? (child.text ?? '') : factText(child)))
        .join(''),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}
