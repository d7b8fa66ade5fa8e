import { useWords } from 'halvi-site/words/context'
import { wordIn } from 'halvi-site/words/words'
import type { ReactNode } from 'react'

export interface ActionFormProps {
  /** The name of the change, for the action of the page. */
  action: string
  button: string
  outline?: boolean
  /** For the only button of a page. */
  large?: boolean
  /** Fields above the button. */
  children?: ReactNode
}

/** Renders a form with one button, which works without a script. */
export function ActionForm({ action, button, outline, large, children }: ActionFormProps) {
  return (
    <form method="post" className="mt-6 grid justify-items-start gap-5">
      {children}
      <button
        type="submit"
        name="action"
        value={action}
        className={`button ${outline ? 'button-outline' : ''} ${large ? 'text-lg' : ''}`}
      >
        {button}
      </button>
    </form>
  )
}

/** Renders the reason for which a form was rejected, such as too many requests. `message` is the key of a word. */
export function Rejection({ message }: { message: string | undefined }) {
  const words = useWords()
  if (!message) return null
  return (
    <p role="alert" className="mt-6 max-w-text semibold">
      {wordIn(words, message, 'applicants', 'forms')}
    </p>
  )
}
