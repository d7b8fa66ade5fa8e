import type { RichText, ShortText, TextChild } from '../content/shapes.ts'
import type { FactTexts } from '../words/fact-texts.ts'
import { factText, isFact } from './facts.ts'

type Blocks = ShortText | RichText
type Span = Extract<TextChild, { _type: 'span' }>

/**
 * Replaces the facts in a text with words, and merges adjacent spans. As separate text nodes they would count as
 * layout shift when a font loads late.
 */
export function inlineFacts<Value extends Blocks>(blocks: Value, texts?: FactTexts): Value {
  return blocks.map((block) =>
    block._type === 'table' ? block : { ...block, children: mergeSpans(block.children, texts) },
  ) as Value
}

function mergeSpans(children: readonly TextChild[], texts: FactTexts | undefined): TextChild[] {
  const spans: TextChild[] = []
  for (const child of children) {
    const span = spanOf(child, texts)
    const last = spans.at(-1)
    const hasSameMarks =
      isSpan(span) && isSpan(last) && String(span.marks ?? '') === String(last.marks ?? '')
    if (hasSameMarks)
      spans[spans.length - 1] = { ...last, text: `${last.text ?? ''}${span.text ?? ''}` }
    else spans.push(span)
  }
  return spans
}

/** Returns a fact as a span of words, and any other child unchanged. An address or phone number stays on one line. */
function spanOf(child: TextChild, texts: FactTexts | undefined): TextChild {
  if (!isFact(child)) return child
  const isAddress = child._type === 'siteFact' && /^(email|phone)$/.test(child.fact)
  const marks = isAddress ? ['address'] : []
  return { _type: 'span', _key: child._key, text: factText(child, texts), marks }
}

const isSpan = (child: TextChild | undefined): child is Span => child?._type === 'span'
