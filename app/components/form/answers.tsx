import type { OwnAnswer } from 'halvi-leads/forms/action-data'
import { useWords } from 'halvi-site/words/context'
import { wordIn } from 'halvi-site/words/words'
import type { ReactNode } from 'react'

export interface AnswersProps {
  /** The form's group of words. */
  form: string
  answers: readonly OwnAnswer[]
  /** Returns the action beside an answer. */
  actionFor?: (key: string, label: string) => ReactNode
}

/** Renders what a person has entered into a form: selected options in the page's language, own text as it is. */
export function Answers({ form, answers, actionFor }: AnswersProps) {
  const words = useWords()
  return (
    <dl className="mt-4">
      {answers.map(({ key, selected, text }) => {
        const label = wordIn(words, key, 'sent', form)
        const options = selected.map((option) => wordIn(words, option, form, 'sent'))
        return (
          <div key={key} className="pt-2.5 line-above mt-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd>
              {options.length > 1 ? (
                <ul className="list-disc ps-5">
                  {options.map((option) => (
                    <li key={option}>{option}</li>
                  ))}
                </ul>
              ) : (
                options
              )}{' '}
              {text && <bdi dir="auto">{text}</bdi>} {actionFor?.(key, label)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
