import { FormProvider, getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form, useActionData, useLocation } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import type { ActionData } from '../../leads/submit/action-data.ts'
import { FormAlert } from './form-alert.tsx'
import { Honeypot } from './honeypot.tsx'

interface LeadFormProps {
  /** Unique on the page; the fields' ids begin with it. */
  id: string
  /** The fields, whose names are those of the form in app/leads, and the button. */
  children: ReactNode
}

/**
 * A form that is sent to its own page's action: with JavaScript without a page load, else natively.
 * After a refusal it shows what is wrong, keeps what was entered and puts the focus where the
 * mistake is. All rules but the browser's own type check are the server's.
 */
export function LeadForm({ id, children }: LeadFormProps) {
  const answer = useActionData<ActionData>()
  const lastResult = useMemo(() => answer && refusal(answer), [answer])
  const [form] = useForm({ id, lastResult })
  // Without the query of the page's address, which may come from anywhere and name anybody.
  const { pathname } = useLocation()
  return (
    <FormProvider context={form.context}>
      {/* noValidate would switch the browser's check of addresses off. */}
      <Form
        {...getFormProps(form)}
        method="post"
        action={pathname}
        noValidate={false}
        className="grid gap-6"
      >
        <FormAlert id={form.errorId} answer={answer} />
        {children}
        <Honeypot />
      </Form>
    </FormProvider>
  )
}

/** What conform makes of an answer. Without values it leaves the fields as they are. */
function refusal({ message, field = '', values }: ActionData): SubmissionResult {
  return { status: 'error', initialValue: values, error: { [field]: [message] } }
}
