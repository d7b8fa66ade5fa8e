import { useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns a check of a form that begins when it is first submitted: Sanity's inputs are red as soon as the browser
 * finds them invalid. Inputs have their constraints once `isSubmitted`; `check` shows what is invalid and returns
 * whether nothing is.
 */
export function useFormCheck() {
  const [isSubmitted, setSubmitted] = useState(false)
  const check = (form: HTMLFormElement) => {
    flushSync(() => setSubmitted(true))
    return form.reportValidity()
  }
  return { isSubmitted, check, reset: () => setSubmitted(false) }
}
