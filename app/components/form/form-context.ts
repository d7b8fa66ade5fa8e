import { createContext, useContext } from 'react'
import type { ActionData } from '../../leads/submit/action-data.ts'

interface FormState {
  /** Unique on the page; the fields' ids begin with it. */
  id: string
  /** What the form's action answered, if it refused. */
  answer: ActionData | undefined
}

/** The `LeadForm` around a field. */
export const FormContext = createContext<FormState>({ id: 'form', answer: undefined })

/** Where the message of a form is that says what is wrong. */
export const messageId = (formId: string) => `${formId}-error`

/** What a field knows of itself. */
export interface FormField {
  id: string
  /** What was entered: one text, and for a group of checkboxes all of them. Empty at first. */
  value: string
  values: readonly string[]
  /** Whether it is the mistake; then it has the focus. */
  isWrong: boolean
  /** The message that says what is wrong, for a mistake. */
  errorId: string | undefined
}

/** The field of a name in the `LeadForm` around it. */
export function useFormField(name: string): FormField {
  const { id, answer } = useContext(FormContext)
  const entered = answer?.values?.[name] ?? []
  const values = typeof entered === 'string' ? [entered] : entered
  const isWrong = answer?.field === name
  return {
    id: `${id}-${name}`,
    value: values[0] ?? '',
    values,
    isWrong,
    errorId: isWrong ? messageId(id) : undefined,
  }
}
