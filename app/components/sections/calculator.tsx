import { example, type Question } from 'halvi-site/commission/question'
import { type CalculatorContent, resultFor } from 'halvi-site/commission/result'
import { useLanguage } from 'halvi-site/language/context'
import { numberText } from 'halvi-site/language/numbers'
import { useWords } from 'halvi-site/words/context'
import type { ReactNode } from 'react'
import { Text } from '../text/text.tsx'
import { CalculatorForm } from './calculator-form.tsx'
import { CalculatorResult } from './calculator-result.tsx'

interface CalculatorProps {
  page: CalculatorContent
  /** The question of the visitor. By default, an example. */
  question?: Partial<Question>
  /** The result for the question. Null for invalid input. */
  result?: ReturnType<typeof resultFor> | null
  /** Error messages by field. */
  fieldErrors?: { branch?: string; sales?: string } | null
  /** Shown below the result. */
  children?: ReactNode
}

/** Renders the commission calculator: its form, filled in, and the result beside it. */
export function Calculator({
  page,
  question = example,
  fieldErrors,
  children,
  ...props
}: CalculatorProps) {
  const words = useWords().commissions
  const { locale } = useLanguage()
  const { result = resultFor(example, page, words, locale) } = props
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
        {result && (
          <CalculatorResult
            hue={result.hue}
            shares={result.shares}
            sentence={result.sentence}
            note={<Text value={result.shares ? page.answerNote : result.note} />}
          />
        )}
        {children}
      </div>
    </div>
  )
}
