import type { FaqEntry } from '../../content/shapes.ts'
import { Arrow } from '../arrow.tsx'
import { Text } from '../text/text.tsx'

interface FaqListProps {
  entries: readonly FaqEntry[]
  /** Lists with the same name show one answer between them. */
  name: string
  /** The level of a question: h3 beneath a heading of the list's own. */
  heading?: 'h2' | 'h3'
}

/** Questions that show one answer at a time; clicking an open one closes it. Needs no script. */
export function FaqList({ entries, name, heading: Heading = 'h3' }: FaqListProps) {
  return (
    <div className="line-above">
      {entries.map(({ _id, slug, question, answer }) => (
        <details key={_id} id={slug ?? undefined} className="faq" {...{ name }}>
          <summary>
            <Heading>{question}</Heading>
            <Arrow to="down" />
          </summary>
          <Text value={answer} className="pr-10 pb-7 text-muted" />
        </details>
      ))}
    </div>
  )
}
