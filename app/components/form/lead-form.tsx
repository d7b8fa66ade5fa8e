import {
  type FormValues,
  firstTouchField,
  honeypotField,
  somethingWentWrong,
} from 'halvi-leads/forms/action-data'
import type { ReactNode } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import { FormContext, type FormProps } from './form-context.ts'

interface LeadFormProps extends FormProps {
  /** Unique on the page; the fields' ids begin with it. */
  id: string
  /** What is filled in before anything was entered. */
  defaults?: FormValues
  /** Whether a mistake is shown in the page's toast, too. */
  toast?: boolean
  /** The fields, whose names are those of the form in leads/forms, and the button. */
  children: ReactNode
}

/**
 * A form that is sent to its own page's action: by send-form.ts without a page load, else natively. A rejected form
 * comes back with all mistakes, with what was entered, and with the focus on the first mistake. The server has all rules.
 */
export function LeadForm({ id, action, answer, defaults, toast, children }: LeadFormProps) {
  return (
    <FormContext.Provider value={{ id, answer, defaults }}>
      <form
        id={id}
        method="post"
        action={action}
        noValidate
        // The skip link leads here.
        tabIndex={-1}
        className="grid gap-6"
        data-failed={somethingWentWrong}
        data-toast={toast}
      >
        {answer && <ErrorSummary formId={id} answer={answer} />}
        {children}
        <Honeypot />
        <input
          type="hidden"
          name={firstTouchField}
          defaultValue={String(answer?.values?.[firstTouchField] ?? '')}
        />
      </form>
    </FormContext.Provider>
  )
}
/** A field that nobody sees or reaches; only a program fills it in. */
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[999rem] size-px overflow-hidden">
      <label>
        Leave this empty
        <input name={honeypotField} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
