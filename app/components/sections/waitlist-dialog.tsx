import type { SectionOf } from 'halvi-site/content/shapes'
import { useWords } from 'halvi-site/words/context'
import { Link } from '../link.tsx'
import { closesModal, modal, opensModal } from '../modal.ts'

interface WaitlistDialogProps {
  /** The dialog's element id. */
  id: string
  /** The text of the button that opens the dialog. */
  label: string
  /** The address of the application. */
  href: string
  copy: NonNullable<SectionOf<'joinSection'>['dialog']>
}

/**
 * Renders a button and its modal dialog, which links to the affiliate programs and the application. In browsers
 * that need a script for dialogs and have none, the button is a link to the application.
 */
export function WaitlistDialog({ id, label, href, copy }: WaitlistDialogProps) {
  const { close } = useWords().site
  return (
    <>
      <button type="button" className="button button-accent with-dialog" {...opensModal(id)}>
        {label}
      </button>
      <Link href={href} className="button button-accent without-dialog">
        {label}
      </Link>
      <dialog id={id} className="waitlist-dialog" aria-labelledby={`${id}-title`} {...modal}>
        <div className="night cut relative padded py-8 sm:p-12">
          <button
            type="button"
            className="absolute end-5 top-5 z-1 grid size-11 cursor-pointer place-items-center"
            aria-label={close}
            {...closesModal(id)}
          >
            <svg
              className="size-6 fill-none stroke-current stroke-2"
              viewBox="0 0 24 24"
              aria-hidden="true"
            >
              <path d="M5 5l14 14M19 5L5 19" />
            </svg>
          </button>
          <h2 id={`${id}-title`} className="max-w-slogan text-2xl">
            {copy.title}
          </h2>
          {copy.text && <p className="mt-4 text-muted">{copy.text}</p>}
          <p className="mt-8 grid gap-3">
            <Link href="/affiliates" className="button button-outline">
              {copy.affiliates}
            </Link>
            <Link href={href} className="button button-accent">
              {copy.apply}
            </Link>
          </p>
        </div>
      </dialog>
    </>
  )
}
