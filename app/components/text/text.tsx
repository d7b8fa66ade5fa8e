import { PortableText, type PortableTextComponents } from '@portabletext/react'
import type { RichText, ShortText } from 'halvi-site/content/shapes'
import { useContext } from 'react'
import { PreviewContext, UnknownContentContext } from '../contexts.ts'
import { Link } from '../link.tsx'
import { continued, continuedStarts } from './continued-lists.ts'
import { mergeSpans } from './merge-spans.ts'
import { TextTable } from './text-table.tsx'

const components: PortableTextComponents = {
  types: { table: TextTable },
  // Skips unknown types. Keeps the text of unknown marks.
  unknownType: () => null,
  unknownMark: ({ children }) => <>{children}</>,
  marks: {
    address: ({ children }) => <span className="address">{children}</span>,
    link: ({ value, children }) => (
      <Link className="text-link" href={value} keepWords>
        {children}
      </Link>
    ),
  },
}

/** Renders a text of the content. Renders nothing without a text. */
export function Text({
  value,
  className = '',
}: {
  value: ShortText | RichText | null | undefined
  className?: string
}) {
  // In preview, each text node stays separate, because it carries the link to its field in the Studio.
  const inPreview = useContext(PreviewContext)
  const reportUnknown = useContext(UnknownContentContext)
  if (!value?.length) return null
  const blocks = blocksOf(value, reportUnknown)
  if (!blocks.length) return null
  return (
    <div className={`prose ${className}`}>
      <PortableText
        value={inPreview ? blocks : mergeSpans(blocks)}
        components={{ ...components, list: listsOf(blocks) }}
        onMissingComponent={reportUnknown}
      />
    </div>
  )
}

/** Returns the components of lists. A list that continues has the number after the last item above. */
function listsOf(blocks: RichText): PortableTextComponents['list'] {
  const starts = continuedStarts(blocks)
  return {
    bullet: ({ children }) => <ul>{children}</ul>,
    number: ({ children }) => <ol>{children}</ol>,
    [continued]: ({ children, value }) => (
      <ol start={starts.get(value.children[0]?._key ?? '')}>{children}</ol>
    ),
  }
}

/**
 * Returns the blocks and tables of a text, each block with a list of its links, and reports other objects. The query
 * adds `children` to every object, so that others would be rendered as paragraphs.
 */
function blocksOf(value: ShortText | RichText, reportUnknown: (message: string) => void): RichText {
  return (value as RichText).flatMap((block): RichText => {
    if (block._type === 'table') return [block]
    if (block._type === 'block') {
      return [Array.isArray(block.markDefs) ? block : { ...block, markDefs: [] }]
    }
    reportUnknown(`Unknown object "${(block as { _type?: string })._type}" in a text`)
    return []
  })
}
