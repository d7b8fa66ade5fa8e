import { useContext } from 'react'
import type { FormPrivacy } from '../../content/shapes.ts'
import { Link } from '../link.tsx'
import { FormContext } from './form-context.ts'

interface SubmitButtonProps {
  /** Without words of staff it says what it does. */
  label: string | null | undefined
  /** What it says while send-form.ts sends the form. */
  sending: string
  privacy: FormPrivacy | null | undefined
}

/** The button that sends a form, and beneath it what happens to what is sent. */
export function SubmitButton({ label, sending, privacy }: SubmitButtonProps) {
  const noteId = `${useContext(FormContext).id}-privacy`
  return (
    <div className="grid justify-items-start gap-4">
      <button
        type="submit"
        className="button"
        data-sending={sending}
        aria-describedby={privacy ? noteId : undefined}
      >
        {label ?? 'Send'}
      </button>
      {privacy && (
        <p id={noteId} className="max-w-[39.75em] text-sm text-muted">
          {privacy.text} <NewTabLink href="/support/privacy">{privacy.label}</NewTabLink>
        </p>
      )}
    </div>
  )
}

/** A link to another page of this site beside fields that somebody may have filled in. */
export function NewTabLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} target="_blank" className="text-link" rel="noopener">
      {children} (opens in a new tab)
    </Link>
  )
}
