import { Statements } from 'halvi-kit/files/sqlite-statements'
import { emailKey } from './account-rules.ts'

/** A link that can be used once: to create an account or to set a new password. */
export interface LinkRow {
  id: string
  /** The hash of the link's token. */
  token: string
  kind: 'invitation' | 'reset'
  /** The invited address. Empty for a reset, and after the link was used, revoked, or expired. */
  email: string
  /** The names of the roles, separated by commas. */
  role: string
  /** The person whose password is reset. Null for an invitation. */
  person: string | null
  maker: string
  created: number
  expires: number
  state: 'open' | 'used' | 'revoked' | 'expired'
}

/** How long used, revoked, and expired links are kept, in milliseconds. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000

export class LinksTable extends Statements {
  byToken(token: string): LinkRow | undefined {
    return this.row('SELECT * FROM link WHERE token = ?', token)
  }

  byId(id: string): LinkRow | undefined {
    return this.row('SELECT * FROM link WHERE id = ?', id)
  }

  openInvitations(): LinkRow[] {
    return this.rows(
      `SELECT * FROM link
       WHERE kind = 'invitation' AND state = 'open' AND expires > ? ORDER BY created`,
      Date.now(),
    )
  }

  openInvitationOf(email: string): LinkRow | undefined {
    return this.row(
      "SELECT * FROM link WHERE kind = 'invitation' AND state = 'open' AND email_key = ?",
      emailKey(email),
    )
  }

  add(link: LinkRow): void {
    const oldest = link.created - REMEMBERED_MS
    this.run("DELETE FROM link WHERE expires < ? AND state <> 'open'", oldest)
    this.run(
      `INSERT INTO link (id, token, kind, email, email_key, role, person, maker, created, expires, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[link.id, link.token, link.kind, link.email, emailKey(link.email), link.role],
      ...[link.person, link.maker, link.created, link.expires, link.state],
    )
  }

  use(id: string): void {
    this.#close('used', 'id = ?', id)
  }

  /** Marks links as expired. Returns the number of links that expired since the last call. */
  expire(now: number): number {
    return this.#close('expired', 'expires <= ?', now)
  }

  revoke(id: string): boolean {
    return this.#close('revoked', 'id = ?', id) > 0
  }

  revokeInvitationsOf(email: string): void {
    this.#close('revoked', "kind = 'invitation' AND email_key = ?", emailKey(email))
  }

  revokeResetsOf(person: string): void {
    this.#close('revoked', 'person = ?', person)
  }

  revokeMadeBy(maker: string): void {
    this.#close('revoked', 'maker = ?', maker)
  }

  deleteInvitationsOf(email: string): void {
    const where = "kind = 'invitation' AND email_key = ?"
    this.run(`DELETE FROM link WHERE ${where}`, emailKey(email))
  }

  /** Closes open links. Keeps the state and the token's hash, deletes the address. */
  #close(state: LinkRow['state'], where: string, value: string | number): number {
    return this.run(
      `UPDATE link SET state = ?, email = '', email_key = '' WHERE state = 'open' AND ${where}`,
      ...[state, value],
    )
  }
}
