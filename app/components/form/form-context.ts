import type { ActionData, FieldError, FormValues } from 'halvi-leads/forms/action-data'
import { createContext, useContext } from 'react'

interface FormState {
  /** Unique on the page; the fields' ids begin with it. */
  id: string
  /** What the form's action answered, if it refused. */
  answer: ActionData | undefined
  /** What is filled in before anything was entered. */
  defaults?: FormValues | undefined
}

/** The `LeadForm` around a field. */
export const FormContext = createContext<FormState>({ id: 'form', answer: undefined })

/** The id of a form's field; of a group of choices it is the first one's. */
export const fieldId = (formId: string, name: string) => `${formId}-${name}`

/** What a field knows of itself. */
export interface FormField {
  id: string
  /** What was entered: one text, and for a group of checkboxes all of them. */
  value: string
  values: readonly string[]
  /** What is wrong with it, and the id of the message that says so. */
  error: FieldError | undefined
  errorId: string | undefined
  /** The first wrong field has the focus. */
  hasFocus: boolean
}

/** The field of a name in the `LeadForm` around it. */
export function useFormField(name: string): FormField {
  const { id: formId, answer, defaults } = useContext(FormContext)
  const entered = (answer?.values ?? defaults)?.[name] ?? []
  const values = typeof entered === 'string' ? [entered] : entered
  const id = fieldId(formId, name)
  const error = answer?.errors?.find(({ field }) => field === name)
  return {
    id,
    value: values[0] ?? '',
    values,
    error,
    errorId: error && `${id}-error`,
    hasFocus: error !== undefined && error === answer?.errors?.[0],
  }
}
