import { type ActionData, type FormValues, optionKey } from 'halvi-leads/forms/action-data'
import { useWords } from 'halvi-site/words/context'
import { wordIn } from 'halvi-site/words/words'
import { createContext, useContext } from 'react'
import type { ShownResponse } from './response-in-words.ts'

interface FormState {
  /** The form's id, unique on the page and the prefix of its fields' ids. */
  id: string
  response: ShownResponse | undefined
  /** Prefilled values. */
  defaults?: FormValues | undefined
}

/** The props that all forms have. */
export interface FormProps {
  /** The page's path without the query, because a link can put any values, such as names, into the query. */
  action: string
  /** The action's response, if it rejected the form. */
  response: ActionData | undefined
}

/** The state of the `LeadForm` that contains a field. */
export const FormContext = createContext<FormState>({ id: 'form', response: undefined })

/** Returns the element id of a form's field. For a group of choices, it is the id of the first one. */
export const fieldId = (formId: string, name: string) => `${formId}-${name}`

/** Returns the state of a field in its `LeadForm`. */
export function useFormField(name: string) {
  const { id: formId, response, defaults } = useContext(FormContext)
  const entered = (response?.values ?? defaults)?.[name] ?? []
  const values = typeof entered === 'string' ? [entered] : entered
  const id = fieldId(formId, name)
  const error = response?.errors?.find(({ field }) => field === name)
  return {
    id,
    /** The entered value. `values` has all selected values of a group of checkboxes. */
    value: values[0] ?? '',
    values,
    /** The field's error, and the id of its error message. */
    error,
    errorId: error && `${id}-error`,
    /** Whether the field gets the focus: the first invalid field does. */
    hasFocus: error !== undefined && error === response?.errors?.[0],
  }
}

/** Returns a form's options with the labels that visitors see. What the form sends stays the same. */
export function useOptions<Option extends { value: string; label: string }>(
  form: string,
  options: readonly Option[],
): Option[] {
  const words = useWords()
  return options.map((option) => ({
    ...option,
    label: wordIn(words, optionKey(option.value), form),
  }))
}
