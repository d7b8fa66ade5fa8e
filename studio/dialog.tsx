import { Dialog as SanityDialog } from '@sanity/ui'
import { type ComponentProps, useEffect, useState } from 'react'

/**
 * Sanity's dialog, where the focus begins at what has `autoFocus` rather than at the button that closes it, and
 * goes back to where it was when the dialog is gone.
 */
export function Dialog(props: Omit<ComponentProps<typeof SanityDialog>, 'ref'>) {
  // While it is rendered: what has `autoFocus` has the focus before any effect.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => giveBack(opener), [opener])
  return <SanityDialog {...props} __unstable_autoFocus={false} />
}

/** Gives the focus to what had it, or to the first field of its form where that can't be used by now. */
function giveBack(opener: Element | null): void {
  // Somebody else has it: another dialog, or what was shown in place of this one.
  if (document.activeElement !== document.body || !(opener instanceof HTMLElement)) return
  opener.focus()
  if (document.activeElement !== opener) {
    opener.closest('form')?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }
}
