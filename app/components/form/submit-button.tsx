import { useContext } from 'react'
import type { FormPrivacy } from '../../content/shapes.ts'
import { useWords } from '../../words/context.ts'
import { Link } from '../link.tsx'
import { FormContext } from './form-context.ts'

interface SubmitButtonProps {
  /** The button's text. Default: 'Send'. */
  label: string | null | undefined
  /** The button's text while send-form.ts sends the form. */
  sending: string
  privacy: FormPrivacy | null | undefined
}

/** Renders a form's submit button, with the privacy note below. */
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

/** Renders a link that opens in a new tab, so that a half-filled form is not lost. */
export function NewTabLink({ href, children }: { href: string; children: string }) {
  const { newTab } = useWords().site
  return (
    <Link href={href} target="_blank" className="text-link" rel="noopener">
      {children} {newTab}
    </Link>
  )
}
