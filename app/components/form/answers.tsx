import type { ReactNode } from 'react'
import { useWords } from '../../words/context.ts'
import { wordsFor } from '../../words/words.ts'

export interface AnswersProps {
  /** The form's group of words. */
  form: string
  answers: readonly { key: string; label: string; value: string }[]
  /** Returns the action beside an answer. */
  actionFor?: (key: string, label: string) => ReactNode
}

/** Renders what a person has entered into a form. */
export function Answers({ form, answers, actionFor }: AnswersProps) {
  const words = useWords()
  return (
    <dl className="mt-4">
      {answers.map(({ key, label, value }) => {
        const shown = wordsFor(words, label, 'sent', form)
        return (
          <div key={key} className="pt-2.5 line-above mt-3">
            <dt className="text-sm text-muted">{shown}</dt>
            <dd>
              <bdi>{value === 'Yes' ? words.sent.yes : value}</bdi> {actionFor?.(key, shown)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
