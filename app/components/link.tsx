import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { useIsLive } from './live-links.ts'

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  children: ReactNode
  /** Shows the words alone where the link leads nowhere, because the text around them needs them. */
  keepWords?: boolean
}

/**
 * A link. One to another site opens in a new tab and says so to screen readers; one that could run script, such as
 * javascript:, is shown as plain words; one to an unpublished page, or without words, is left out.
 */
export function Link({ href, children, keepWords, ...rest }: LinkProps) {
  const isLive = useIsLive()
  if (children === null || children === undefined || children === '') return null
  const kind = kindOf(href)
  if (kind !== 'other' && !isLive(href)) return keepWords ? children : null
  if (kind === 'other') return <span className={rest.className}>{children}</span>
  if (kind === 'own') {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  }
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

const here = 'https://here.invalid'

/** Returns where an address leads, as a browser understands it (which skips spaces and takes `/\` for `//`). */
function kindOf(href: string): 'own' | 'away' | 'other' {
  if (!URL.canParse(href, here)) return 'other'
  const { origin, protocol } = new URL(href, here)
  if (origin === here) return /^[/#?]/.test(href) ? 'own' : 'other'
  if (protocol === 'mailto:' || protocol === 'tel:') return 'own'
  return /^https?:\/\//i.test(href) ? 'away' : 'other'
}
