import type { ReactNode } from 'react'
import { type ActionData, somethingWentWrong } from '../../leads/submit/action-data.ts'
import { FormAlert } from './form-alert.tsx'
import { FormContext, messageId } from './form-context.ts'
import { Honeypot } from './honeypot.tsx'

interface LeadFormProps {
  /** Unique on the page; the fields' ids begin with it. */
  id: string
  /** The page's own path: its query may come from anywhere and name anybody. */
  action: string
  /** What the action answered, if it refused. */
  answer: ActionData | undefined
  /** Whether a mistake is told in the page's toast, too. */
  toast?: boolean
  /** The fields, whose names are those of the form in app/leads, and the button. */
  children: ReactNode
}

/**
 * A form that is sent to its own page's action: by send-form.ts without a page load, else natively.
 * After a refusal it shows what is wrong, keeps what was entered and puts the focus where the
 * mistake is. All rules but the browser's own type check are the server's.
 */
export function LeadForm({ id, action, answer, toast, children }: LeadFormProps) {
  return (
    <FormContext.Provider value={{ id, answer }}>
      <form
        id={id}
        method="post"
        action={action}
        className="grid gap-6"
        data-failed={somethingWentWrong}
        data-toast={toast}
      >
        {answer && (
          <FormAlert id={messageId(id)} message={answer.message} hasFocus={!answer.field} />
        )}
        {children}
        <Honeypot />
      </form>
    </FormContext.Provider>
  )
}
