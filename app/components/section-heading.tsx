import type { HeadingContent } from '../content/shapes.ts'

interface SectionHeadingProps {
  heading: HeadingContent | null | undefined
  /** To be named by. */
  id?: string
  titleClassName?: string
  textClassName: string
}

/** What a section is about, and a line beneath it; staff may have left out either. */
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
