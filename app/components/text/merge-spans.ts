import type { RichText, ShortText, TextChild } from 'halvi-site/content/shapes'

type Span = Extract<TextChild, { _type: 'span' }>

/**
 * Merges adjacent spans of a text that have the same marks, such as words and a fact. As separate text nodes they would
 * count as layout shift when a font loads late.
 */
export function mergeSpans<Value extends ShortText | RichText>(blocks: Value): Value {
  return blocks.map((block) =>
    block._type === 'table' ? block : { ...block, children: merged(block.children ?? []) },
  ) as Value
}

function merged(children: readonly TextChild[]): TextChild[] {
  const spans: TextChild[] = []
  for (const span of children) {
    const last = spans.at(-1)
    const hasSameMarks =
      isSpan(span) && isSpan(last) && String(span.marks ?? '') === String(last.marks ?? '')
    if (hasSameMarks)
      spans[spans.length - 1] = { ...last, text: `${last.text ?? ''}${span.text ?? ''}` }
    else spans.push(span)
  }
  return spans
}

const isSpan = (child: TextChild | undefined): child is Span => child?._type === 'span'
