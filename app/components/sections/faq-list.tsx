import type { FaqEntry } from 'halvi-site/content/shapes'
import { Arrow } from '../arrow.tsx'
import { Text } from '../text/text.tsx'

interface FaqListProps {
  entries: readonly FaqEntry[]
  /** The name of the disclosure group. Of all lists with the same name, only one answer is open at a time. */
  name: string
  /** The heading level of a question: h3 if the list has a heading. */
  heading?: 'h2' | 'h3'
  /** Leaves out the ids of the questions, because another list on the page may have the same ones. */
  withoutIds?: boolean
}

/** Renders questions with one open answer at a time. A click on an open one closes it. Works without JavaScript. */
export function FaqList(props: FaqListProps) {
  const { entries, name, heading: Heading = 'h3', withoutIds } = props
  return (
    <div className="line-above">
      {entries.map(({ _id, slug, question, answer }) => (
        <details
          key={_id}
          id={withoutIds ? undefined : (slug ?? undefined)}
          className="faq"
          {...{ name }}
        >
          <summary>
            <Heading>{question}</Heading>
            <Arrow to="down" />
          </summary>
          <Text value={answer} className="pe-10 pb-7 text-muted" />
        </details>
      ))}
    </div>
  )
}
