import type { ActionData, FormValues } from 'halvi-leads/forms/action-data'
import { createContext, useContext } from 'react'

interface FormState extends Pick<FormProps, 'answer'> {
  /** Unique on the page; the fields' ids begin with it. */
  id: string
  /** What is filled in before anything was entered. */
  defaults?: FormValues | undefined
}

/** What every form of a page takes. */
export interface FormProps {
  /** The page's own path: its query may come from anywhere and name anybody. */
  action: string
  /** What the action answered, if it rejected the form. */
  answer: ActionData | undefined
}

/** The `LeadForm` around a field. */
export const FormContext = createContext<FormState>({ id: 'form', answer: undefined })

/** The id of a form's field; of a group of choices it is the first one's. */
export const fieldId = (formId: string, name: string) => `${formId}-${name}`

/** Returns the state of a field in the `LeadForm` around it. */
export function useFormField(name: string) {
  const { id: formId, answer, defaults } = useContext(FormContext)
  const entered = (answer?.values ?? defaults)?.[name] ?? []
  const values = typeof entered === 'string' ? [entered] : entered
  const id = fieldId(formId, name)
  const error = answer?.errors?.find(({ field }) => field === name)
  return {
    id,
    /** What was entered: one text, and for a group of checkboxes all of them. */
    value: values[0] ?? '',
    values,
    /** What is wrong with it, and the id of the message that says so. */
    error,
    errorId: error && `${id}-error`,
    /** The first wrong field has the focus. */
    hasFocus: error !== undefined && error === answer?.errors?.[0],
  }
}
