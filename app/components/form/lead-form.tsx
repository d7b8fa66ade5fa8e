import {
  type FormValues,
  firstTouchField,
  honeypotField,
  referralField,
} from 'halvi-leads/forms/action-data'
import { useLanguage } from 'halvi-site/language/context'
import { addressIn } from 'halvi-site/language/local-path'
import { useWords } from 'halvi-site/words/context'
import type { ReactNode } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import { FormContext, type FormProps } from './form-context.ts'
import { useResponseInWords } from './response-in-words.ts'

interface LeadFormProps extends FormProps {
  /** The form's id, unique on the page and the prefix of its fields' ids. */
  id: string
  /** Prefilled values. */
  defaults?: FormValues
  /** Whether errors are also shown in the page's toast. */
  toast?: boolean
  /** The notice for visitors who return after sending, and the label of its button. */
  sent?: string
  again?: string
  /** The fields, with the names from packages/leads/forms, and the submit button. */
  children: ReactNode
}

/**
 * Renders a form that posts to its page's action: with send-form.ts without a page load, or natively without
 * JavaScript. A rejected form is shown again with all errors and the entered values, and focuses the first invalid
 * field. All validation happens on the server.
 */
export function LeadForm({ id, action, defaults, children, ...props }: LeadFormProps) {
  const words = useWords()
  const response = useResponseInWords(props.response, id)
  const code = String((response?.values ?? defaults)?.[referralField] ?? '')
  const { toast, sent = words.forms.sent, again = words.forms.again } = props
  return (
    <FormContext.Provider value={{ id, response, defaults }}>
      <form
        id={id}
        method="post"
        // Not `useLocalPath`: this page exists in its language, even if it is missing from the list of pages.
        action={addressIn(useLanguage(), action)}
        noValidate
        // Focusable, as the target of the skip link.
        tabIndex={-1}
        className="grid gap-6"
        // Identifies the draft and the notice of the form in all languages.
        data-path={action}
        // Says why the page has values that the visitor entered. The draft of the form depends on it.
        data-step={response?.values && (response.step ?? 'error')}
        data-failed={words.forms.failed}
        data-title={words.forms.errorTitle}
        data-toast={toast}
        data-sent={sent}
        data-again={again}
        data-classes="error-summary field-error sent-notice button button-outline whitespace-nowrap"
      >
        {response && !response.step && <ErrorSummary formId={id} response={response} />}
        {code && <p className="semibold">{words.forms.invited}</p>}
        {children}
        <Honeypot label={words.forms.honeypot} />
        {code && <input type="hidden" name={referralField} defaultValue={code} />}
        <input
          type="hidden"
          name={firstTouchField}
          defaultValue={String(response?.values?.[firstTouchField] ?? '')}
        />
      </form>
    </FormContext.Provider>
  )
}

/** Renders a field that only bots fill in. Clipped instead of moved, so that it never makes the page wider. */
function Honeypot({ label }: { label: string }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {label}
        <input name={honeypotField} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
