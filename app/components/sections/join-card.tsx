import type { JoinCardContent } from 'halvi-site/content/shapes'
import type { ReactNode } from 'react'
import { Link } from '../link.tsx'
import { Text } from '../text/text.tsx'
import { joinAddress, waitlistAddress } from './join-address.ts'

interface JoinPanelProps {
  card: JoinCardContent | null | undefined
  /** Overrides the button's address. With null the panel is not shown. */
  href?: string | null | undefined
  /** Replaces the button, for an action that is more than a link. */
  action?: ReactNode
  /** Uses a light background, for a page with a more important panel. */
  quiet?: boolean
  /** Puts the button below the text, for a narrow column. */
  narrow?: boolean
}

/** Renders the dark green call-to-action panel. */
export function JoinPanel(props: JoinPanelProps) {
  const { card, action, quiet, narrow } = props
  if (!card || props.href === null) return null
  const padding = narrow ? 'padded py-8' : 'padded py-12 sm:px-12 lg:px-16 lg:py-16'
  return (
    <div className={`${quiet ? 'bg-tint' : 'night'} cut ${padding}`}>
      <div className={`grid items-end gap-8 ${narrow ? '' : 'lg:grid-cols-12'}`}>
        <div className={narrow ? '' : 'lg:col-span-7'}>
          {card.title && <h2 className={narrow ? 'text-xl' : 'text-2xl'}>{card.title}</h2>}
          <Text value={card.text} className={`mt-4 text-muted ${narrow ? '' : 'text-lg'}`} />
        </div>
        <div className={narrow ? '' : 'lg:col-span-5 lg:text-end'}>
          {action ?? <JoinActions card={card} href={props.href} quiet={quiet} narrow />}
        </div>
      </div>
    </div>
  )
}

interface JoinActionsProps {
  card: JoinCardContent
  /** Address of the card's first button, if not the card's own. */
  href?: string | undefined
  /** Whether another panel is the page's main one. */
  quiet?: boolean | undefined
  /** For a narrow column: the second action is below the first one. */
  narrow?: boolean
}

/**
 * Shows a card's actions as links. The application comes first where there is one, then the waitlist. A second link to
 * the waitlist fills in its own label as the interest.
 */
export function JoinActions({ card, href = joinAddress(card), quiet, narrow }: JoinActionsProps) {
  const { secondButton: label, secondTarget: target } = card
  const isInterest = target === 'waitlist'
  const other = label && {
    label,
    href: isInterest
      ? waitlistAddress({ customInterest: label })
      : joinAddress(card, target ?? 'onboarding'),
  }
  const join = { label: card.button, href }
  const [first, second] = other ? (isInterest ? [join, other] : [other, join]) : [join]
  return (
    <div
      className={
        narrow
          ? 'grid justify-items-start gap-5 lg:justify-items-end'
          : 'mt-6 flex flex-wrap items-center gap-x-6 gap-y-3'
      }
    >
      <Link href={first.href} className={`button ${quiet || !narrow ? '' : 'button-accent'}`}>
        {first.label}
      </Link>
      {second && (
        <Link href={second.href} className="text-link">
          {second.label}
        </Link>
      )}
    </div>
  )
}

/** Renders the call-to-action panel as the last section before the footer. */
export function JoinCard(props: JoinPanelProps) {
  if (!props.card || props.href === null) return null
  return (
    <section className="join-section shell">
      <JoinPanel {...props} />
    </section>
  )
}
