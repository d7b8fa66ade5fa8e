import type { InputHTMLAttributes, ReactNode } from 'react'

interface ChoiceProps extends InputHTMLAttributes<HTMLInputElement> {
  id: string
  label: string
  /** A remark under it. */
  note?: ReactNode
  isApart?: boolean | undefined
  /** Whether it is the mistake, or of a group that is. */
  isWrong: boolean
  /** The first wrong one has it. */
  hasFocus: boolean
  /** The message that says what is wrong, for a mistake. */
  errorId?: string | undefined
}

/** A checkbox or radio button with its words beside it, both of which can be pressed. */
export function Choice({
  id,
  label,
  note,
  isApart,
  isWrong,
  hasFocus,
  errorId,
  ...input
}: ChoiceProps) {
  const noteId = note ? `${id}-note` : undefined
  return (
    <div className={isApart ? 'choice choice-apart' : 'choice'}>
      <input
        {...input}
        id={id}
        aria-invalid={isWrong || undefined}
        aria-describedby={[noteId, errorId].filter(Boolean).join(' ') || undefined}
        // biome-ignore lint/a11y/noAutofocus: the first wrong field after a refused form
        autoFocus={hasFocus}
      />
      <label htmlFor={id}>{label}</label>
      {note && (
        <p id={noteId} className="col-start-2 mt-1 text-muted">
          {note}
        </p>
      )}
    </div>
  )
}
