import type { AnchorHTMLAttributes, AriaAttributes, ReactNode, Ref } from 'react'
import { useHydrated } from './use-hydrated.ts'

interface LinkButtonProps {
  id?: string
  /** Where it leads while no script runs. */
  href: string
  /** What it does instead once script runs. */
  onPress: () => void
  onEscape?: () => void
  /** What it says of itself as a button. */
  aria?: AriaAttributes
  anchor?: Ref<HTMLAnchorElement>
  className: string
  children: ReactNode
}

/**
 * A link that becomes a button once script runs. It stays the same element, so that a visitor who
 * has reached it already keeps the focus.
 */
export function LinkButton(props: LinkButtonProps) {
  const { onPress, onEscape, aria, anchor, children, ...rest } = props
  const button: AnchorHTMLAttributes<HTMLAnchorElement> = {
    ...aria,
    role: 'button',
    draggable: false,
    onClick(event) {
      event.preventDefault()
      onPress()
    },
    onKeyDown(event) {
      if (event.key === 'Escape') onEscape?.()
      // Enter is the link's own; a button answers the space bar too.
      if (event.key !== ' ') return
      event.preventDefault()
      if (!event.repeat) onPress()
    },
  }
  return (
    <a {...rest} {...(useHydrated() ? button : {})} ref={anchor}>
      {children}
    </a>
  )
}
