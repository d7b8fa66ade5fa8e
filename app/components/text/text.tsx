import { PortableText, type PortableTextComponents } from '@portabletext/react'
import { useContext } from 'react'
import type { RichText, ShortText, TextChild } from '../../content/shapes.ts'
import { Link } from '../link.tsx'
import { PreviewContext } from '../preview/preview-context.ts'
import { factText } from './facts.ts'
import { factsInPlace } from './facts-in-place.ts'

const fact = ({ value }: { value: Exclude<TextChild, { _type: 'span' }> }) => <>{factText(value)}</>

const components: PortableTextComponents = {
  types: { commissionRange: fact, programmeFact: fact, siteFact: fact },
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
  if (!value?.length) return null
  return (
    <div className={`prose ${className}`}>
      <PortableText
        value={inPreview ? value : factsInPlace(value)}
        components={components}
        onMissingComponent={false}
      />
    </div>
  )
}
