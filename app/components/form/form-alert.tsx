import { useEffect, useRef } from 'react'
import type { ActionData } from '../../leads/submit/action-data.ts'

/**
 * What is wrong with a form, read out when it appears and in sight as long as the form is. It takes
 * the focus when no field is at fault, since the button that had it was disabled meanwhile.
 */
export function FormAlert({ id, answer }: { id: string; answer: ActionData | undefined }) {
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (answer && !answer.field) alert.current?.focus()
  }, [answer])
  if (!answer) return null
  return (
    <p
      ref={alert}
      id={id}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without JavaScript the answer is a new page
      autoFocus={!answer.field}
      className="form-alert"
    >
      {answer.message}
    </p>
  )
}
