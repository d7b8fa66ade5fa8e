import { answerTo, type CalculatorContent } from 'halvi-site/commission/answer'
import { example, type Question } from 'halvi-site/commission/question'
import { useLanguage } from 'halvi-site/language/context'
import { numberText } from 'halvi-site/language/numbers'
import { useWords } from 'halvi-site/words/context'
import type { ReactNode } from 'react'
import { Text } from '../text/text.tsx'
import { CalculatorAnswer } from './calculator-answer.tsx'
import { CalculatorForm } from './calculator-form.tsx'

interface CalculatorProps {
  page: CalculatorContent
  /** The question of the visitor. By default, an example. */
  question?: Partial<Question>
  /** The result for the question. Null for invalid input. */
  answer?: ReturnType<typeof answerTo> | null
  /** Error messages by field. */
  fieldErrors?: { branch?: string; sales?: string } | null
  /** Shown below the answer. */
  children?: ReactNode
}

/** Renders the commission calculator: its form, filled in, and the answer beside it. */
export function Calculator({
  page,
  question = example,
  fieldErrors,
  children,
  ...props
}: CalculatorProps) {
  const words = useWords().commissions
  const { locale } = useLanguage()
  const { answer = answerTo(example, page, words, locale) } = props
  return (
    <div className="shell grid gap-x-8 gap-y-12 py-14 lg:grid-cols-12 lg:py-20">
      <div className="lg:col-span-5">
        <CalculatorForm
          branches={page.branches}
          submit={page.submit}
          branch={question.branch}
          sales={question.sales === undefined ? question.salesText : numberText(question.sales)}
          fieldErrors={fieldErrors ?? undefined}
        />
      </div>
      <div className="lg:col-span-7">
        {answer && (
          <CalculatorAnswer
            hue={answer.hue}
            shares={answer.shares}
            sentence={answer.sentence}
            note={<Text value={answer.shares ? page.answerNote : answer.note} />}
          />
        )}
        {children}
      </div>
    </div>
  )
}
