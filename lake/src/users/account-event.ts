/** What can happen to the accounts of people. */
export type AccountAction =
  | 'person.signed-in'
  | 'person.refused'
  | 'person.signed-out'
  | 'person.session-ended'
  | 'person.invited'
  | 'person.invitation-revoked'
  | 'person.joined'
  | 'person.renamed'
  | 'person.role-changed'
  | 'person.removed'
  | 'person.reset'
  | 'person.password-changed'

/** Something that was done with an account. No password and no address stands in it. */
export interface AccountEvent {
  action: AccountAction
  /** Who did it; undefined for somebody who is not known, as before signing in. */
  by: { id: string; name: string } | undefined
  /** The id of the person or invitation that it was done to, where there is one. */
  subject?: string
  /** What about it: `{ role: 'viewer' }`. */
  detail?: Readonly<Record<string, unknown>>
}
