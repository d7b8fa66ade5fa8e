import { useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Sanity's inputs are red as soon as the browser finds them wrong: a form tells it what they have to be once somebody
 * has tried to send them, which is `tried`. `isRight` tries, shows what is wrong, and tells whether anything is.
 */
export function useTried() {
  const [tried, setTried] = useState(false)
  const isRight = (form: HTMLFormElement) => {
    flushSync(() => setTried(true))
    return form.reportValidity()
  }
  return { tried, isRight, forget: () => setTried(false) }
}
