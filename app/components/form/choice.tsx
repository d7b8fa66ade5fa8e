import type { InputHTMLAttributes } from 'react'

interface ChoiceProps extends InputHTMLAttributes<HTMLInputElement> {
  id: string
  label: string
  /** A remark under it. */
  note?: string | null | undefined
  /** Whether it is the mistake, or the first of a group that is; then it has the focus. */
  wrong: boolean
  /** The message that says what is wrong, for a mistake. */
  errorId?: string | undefined
}

/** A checkbox or radio button with its words beside it, both of which can be pressed. */
export function Choice({ id, label, note, wrong, errorId, ...input }: ChoiceProps) {
  const noteId = note ? `${id}-note` : undefined
  return (
    <div className="choice">
      <input
        {...input}
        id={id}
        aria-describedby={[errorId, noteId].filter(Boolean).join(' ') || undefined}
        // biome-ignore lint/a11y/noAutofocus: the first wrong field after a refused form
        autoFocus={wrong}
      />
      <label htmlFor={id}>{label}</label>
      {note && (
        <p id={noteId} className="col-start-2 text-sm text-muted">
          {note}
        </p>
      )}
    </div>
  )
}
