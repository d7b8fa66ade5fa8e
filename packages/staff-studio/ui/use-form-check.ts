import { useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Delays a form's validation until it is first submitted. Without this, Sanity's inputs are red from the start,
 * because the browser considers empty required inputs invalid. Set the constraints of inputs only if `isSubmitted` is
 * true. `check` shows errors and returns whether the form is valid.
 */
export function useFormCheck() {
  const [isSubmitted, setSubmitted] = useState(false)
  const check = (form: HTMLFormElement) => {
    flushSync(() => setSubmitted(true))
    return form.reportValidity()
  }
  return { isSubmitted, check, reset: () => setSubmitted(false) }
}
