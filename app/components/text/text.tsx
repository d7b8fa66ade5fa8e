import { PortableText, type PortableTextComponents } from '@portabletext/react'
import { useContext } from 'react'
import type { RichText, ShortText, TextChild } from '../../content/shapes.ts'
import { PreviewContext, UnknownContentContext } from '../contexts.ts'
import { Link } from '../link.tsx'
import { factText } from './facts.ts'
import { factsInPlace } from './facts-in-place.ts'

const fact = ({ value }: { value: Exclude<TextChild, { _type: 'span' }> }) => <>{factText(value)}</>

const components: PortableTextComponents = {
  types: { commissionRange: fact, programmeFact: fact, siteFact: fact },
  // What this release does not know is left out. The words that it marks stay.
  unknownType: () => null,
  unknownMark: ({ children }) => <>{children}</>,
  marks: {
    link: ({ value, children }) => (
      <Link className="text-link" href={String(value?.href ?? '')} keepWords>
        {children}
      </Link>
    ),
  },
}

/** A text of the content, with its facts filled in. Renders nothing where there is none. */
export function Text({
  value,
  className = '',
}: {
  value: ShortText | RichText | null | undefined
  className?: string
}) {
  // There each text by itself says where it is written.
  const inPreview = useContext(PreviewContext)
  const reportUnknown = useContext(UnknownContentContext)
  if (!value?.length) return null
  const blocks = blocksOf(value, reportUnknown)
  if (!blocks.length) return null
  return (
    <div className={`prose ${className}`}>
      <PortableText
        value={inPreview ? blocks : factsInPlace(blocks)}
        components={components}
        onMissingComponent={reportUnknown}
      />
    </div>
  )
}

/** The blocks of a text. The query gives everything else children too, so that it would become a paragraph. */
function blocksOf<Value extends ShortText | RichText>(
  value: Value,
  reportUnknown: (message: string) => void,
): Value {
  // Content may have any shape.
  if (!Array.isArray(value)) return value
  return value.filter((block) => {
    const isBlock = block?._type === 'block'
    if (!isBlock) reportUnknown(`Unknown object "${block?._type}" in a text`)
    return isBlock
  }) as Value
}
