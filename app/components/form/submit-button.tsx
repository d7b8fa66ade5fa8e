import { stepField } from 'halvi-leads/forms/action-data'
import type { FormPrivacy } from 'halvi-site/content/shapes'
import { useWords } from 'halvi-site/words/context'
import { useContext } from 'react'
import { Link } from '../link.tsx'
import { Answers, type AnswersProps } from './answers.tsx'
import { FormContext, fieldId } from './form-context.ts'

interface SubmitButtonProps {
  /** The button's text. Default: the word `send`. */
  label: string | null | undefined
  /** The button's text while send-form.ts sends the form. */
  sending: string
  privacy: FormPrivacy | null | undefined
  /** Whether visitors can check their answers before they send the form. */
  canCheck?: boolean
}

/** Renders a form's submit button, with the privacy note below. */
export function SubmitButton({ label, sending, privacy, canCheck }: SubmitButtonProps) {
  const { id, response } = useContext(FormContext)
  const words = useWords().forms
  const noteId = `${id}-privacy`
  return (
    <div className="grid justify-items-start gap-4">
      {response?.checked && <CheckedAnswers id={id} answers={response.checked} />}
      <p className="flex flex-wrap gap-3">
        <button
          type="submit"
          className="button"
          data-sending={sending}
          aria-describedby={privacy?.text ? noteId : undefined}
        >
          {label ?? words.send}
        </button>
        {canCheck && (
          <button type="submit" name={stepField} value="check" className="button button-outline">
            {words.check}
          </button>
        )}
      </p>
      {privacy?.text && (
        <p id={noteId} className="max-w-text text-sm text-muted">
          {privacy.text} <NewTabLink href="/support/privacy">{privacy.label ?? ''}</NewTabLink>
        </p>
      )}
    </div>
  )
}

/** Renders the answers of a valid form, each with a link to its field. */
function CheckedAnswers({ id, answers }: { id: string } & Pick<AnswersProps, 'answers'>) {
  const words = useWords().forms
  return (
    <section className="mb-4 justify-self-stretch bg-tint padded py-8">
      <h3
        className="text-xl"
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: the answers are the result of the button that was pressed
        autoFocus
      >
        {words.checkTitle}
      </h3>
      <p className="mt-2">{words.checkText}</p>
      <Answers
        form={id}
        answers={answers}
        actionFor={(key, label) => (
          <a href={`#${fieldId(id, key)}`} className="text-link">
            {words.change} <span className="sr-only">{label}</span>
          </a>
        )}
      />
    </section>
  )
}

/** Renders a link that opens in a new tab, so that a half-filled form is not lost. */
export function NewTabLink({ href, children }: { href: string; children: string }) {
  const { newTab } = useWords().site
  return (
    <Link href={href} target="_blank" className="text-link" rel="noopener">
      {children} {newTab}
    </Link>
  )
}
