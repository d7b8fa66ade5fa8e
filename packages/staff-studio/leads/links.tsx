import type { ReactNode } from 'react'
import { StateLink } from 'sanity/router'
import { detailState } from './use-leads-url.ts'
import { Isolated } from './visitor-text.tsx'

const wrapping = { overflowWrap: 'anywhere' } as const

interface ToolLinkProps {
  view: 'lead' | 'person'
  id: string
  children: ReactNode
}

/** A link to a lead or to a person who applied. */
export const ToolLink = ({ view, id, children }: ToolLinkProps) => (
  <StateLink state={detailState(view, id)} style={wrapping}>
    {children}
  </StateLink>
)

/** A link to a person, with the name. */
export const PersonLink = ({ id, name }: { id: string; name: string }) => (
  <ToolLink view="person" id={id}>
    <Isolated text={name.slice(0, 200) || 'No name'} />
  </ToolLink>
)

/** An email address that opens a new message to it. */
export const MailLink = ({ email }: { email: string }) => (
  // An address may contain characters that would add recipients or text to the message.
  <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} style={wrapping}>
    <Isolated text={email.slice(0, 300)} />
  </a>
)

/** A phone number that starts a call. Text without a number is not a link. */
export const PhoneLink = ({ phone }: { phone: string }) => {
  const number = phone.replace(/[^+\d]/g, '')
  const text = <Isolated text={phone} />
  return /^\+?\d{5,20}$/.test(number) ? <a href={`tel:${number}`}>{text}</a> : text
}
