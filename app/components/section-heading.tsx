import type { HeadingContent } from 'halvi-site/content/shapes'

interface SectionHeadingProps {
  heading: HeadingContent | null | undefined
  /** The heading's id, for `aria-labelledby`. */
  id?: string
  titleClassName?: string
  textClassName: string
}

/** Renders a section's heading and a line of text below it. Both are optional. */
export function SectionHeading({
  heading,
  id,
  titleClassName = '',
  textClassName,
}: SectionHeadingProps) {
  return (
    <>
      {heading?.title && (
        <h2 id={id} className={`text-2xl ${titleClassName}`.trim()}>
          {heading.title}
        </h2>
      )}
      {heading?.text && <p className={`mt-4 text-muted ${textClassName}`}>{heading.text}</p>}
    </>
  )
}
