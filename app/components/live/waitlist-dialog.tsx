import { type MouseEvent, useRef } from 'react'
import type { LANDING_QUERY_RESULT } from '../../content/sanity.types.ts'
import { Link } from '../link.tsx'
import { Motif } from '../motif/motif.tsx'
import { LinkButton } from './link-button.tsx'

interface WaitlistDialogProps {
  /** Words on the button that opens it. */
  label: string
  copy: NonNullable<NonNullable<LANDING_QUERY_RESULT>['dialog']>
}

/**
 * A button and the dialog that it opens: the affiliate programmes first, or straight to the
 * application. Without script the button is a link to the waitlist.
 */
export function WaitlistDialog({ label, copy }: WaitlistDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const opener = useRef<HTMLAnchorElement>(null)
  // A press that began inside, such as selecting text, may end on the backdrop.
  const pressedBackdrop = useRef(false)
  const onBackdrop = ({ target }: MouseEvent) => target === dialog.current
  return (
    <>
      <LinkButton
        anchor={opener}
        href="/waitlist"
        className="button button-accent"
        aria={{ 'aria-haspopup': 'dialog' }}
        onPress={() => dialog.current?.showModal()}
      >
        {label}
      </LinkButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes on Escape by itself */}
      <dialog
        ref={dialog}
        className="waitlist-dialog"
        aria-labelledby="waitlist-dialog"
        onClose={() => opener.current?.focus()}
        onMouseDown={(event) => {
          pressedBackdrop.current = onBackdrop(event)
        }}
        onClick={(event) => {
          if (pressedBackdrop.current && onBackdrop(event)) dialog.current?.close()
        }}
      >
        <div className="night cut relative isolate overflow-hidden p-8 sm:p-12">
          <Motif shape="lattice" size={132} className="lattice-fade opacity-30" />
          <button
            type="button"
            className="dialog-close"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 5l14 14M19 5L5 19" />
            </svg>
          </button>
          <h2 id="waitlist-dialog" className="relative max-w-[14ch] text-2xl">
            {copy.title}
          </h2>
          {copy.text && <p className="relative mt-4 text-muted">{copy.text}</p>}
          <p className="relative mt-8 grid gap-3">
            <Link href="/affiliates" className="button button-outline">
              {copy.affiliates}
            </Link>
            <Link href="/waitlist" className="button button-accent">
              {copy.apply}
            </Link>
          </p>
        </div>
      </dialog>
    </>
  )
}
