import type { SqliteDatabase } from 'halvi-runtime/files/sqlite-file'
import { emailKey } from './account-rules.ts'

/** A link that lets somebody in once: to join, or to choose another password. */
export interface LinkRow {
  id: string
  /** The hash of what is in the link. */
  token: string
  kind: 'invitation' | 'reset'
  /** Who is invited; empty for a reset, and once it is of no use any more. */
  email: string
  role: string
  /** Whose password it changes; null for an invitation. */
  person: string | null
  /** Who made it. */
  maker: string
  created: number
  expires: number
  state: 'open' | 'used' | 'revoked' | 'expired'
}

/** How long it is known what a link was that is of no use any more, in milliseconds. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000

/** Invitations and links to reset a password. */
export class LinksTable {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  byToken(token: string): LinkRow | undefined {
    return this.#database.prepare('SELECT * FROM link WHERE token = ?').get(token) as
      | LinkRow
      | undefined
  }

  byId(id: string): LinkRow | undefined {
    return this.#database.prepare('SELECT * FROM link WHERE id = ?').get(id) as LinkRow | undefined
  }

  /** Invitations that nobody has used or revoked and that have not expired. */
  openInvitations(): LinkRow[] {
    return this.#database
      .prepare(
        `SELECT * FROM link
         WHERE kind = 'invitation' AND state = 'open' AND expires > ? ORDER BY created`,
      )
      .all(Date.now()) as LinkRow[]
  }

  add(link: LinkRow): void {
    this.#database
      .prepare("DELETE FROM link WHERE expires < ? AND state <> 'open'")
      .run(link.created - REMEMBERED_MS)
    this.#database
      .prepare(
        `INSERT INTO link (id, token, kind, email, email_key, role, person, maker, created, expires, state)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        ...[link.id, link.token, link.kind, link.email, emailKey(link.email), link.role],
        ...[link.person, link.maker, link.created, link.expires, link.state],
      )
  }

  use(id: string): void {
    this.#end('used', 'id = ?', id)
  }

  /** Returns how many links have expired since this was called last. */
  forgetExpired(now: number): number {
    return this.#end('expired', 'expires <= ?', now)
  }

  /** Returns whether there was one to revoke. */
  revoke(id: string): boolean {
    return this.#end('revoked', 'id = ?', id) > 0
  }

  revokeInvitationsOf(email: string): void {
    this.#end('revoked', "kind = 'invitation' AND email_key = ?", emailKey(email))
  }

  revokeResetsOf(person: string): void {
    this.#end('revoked', 'person = ?', person)
  }

  /** Who may not manage people any more is not to come back by a link of their own making. */
  revokeMadeBy(maker: string): void {
    this.#end('revoked', 'maker = ?', maker)
  }

  /** Takes the address out of what is known of a person's invitation. */
  forgetEmail(email: string): void {
    this.#database
      .prepare("DELETE FROM link WHERE kind = 'invitation' AND email_key = ?")
      .run(emailKey(email))
  }

  /** Ends open links: what became of them is kept with the hash of the token, the address is not. */
  #end(state: LinkRow['state'], where: string, value: string | number): number {
    return this.#database
      .prepare(
        `UPDATE link SET state = ?, email = '', email_key = '' WHERE state = 'open' AND ${where}`,
      )
      .run(state, value).changes
  }
}
