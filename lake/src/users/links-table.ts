import type { SqliteDatabase } from '../files/sqlite-file.ts'
import { emailKey } from './account-rules.ts'

/** A link that lets somebody in once: to join, or to choose another password. */
export interface LinkRow {
  id: string
  /** The hash of what is in the link. */
  token: string
  kind: 'invitation' | 'reset'
  /** Who is invited; empty for a reset. */
  email: string
  role: string
  /** Whose password it changes; null for an invitation. */
  person: string | null
  /** Who made it. */
  maker: string
  created: number
  expires: number
  state: 'open' | 'used' | 'revoked'
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

  /** Invitations that nobody has used or revoked, expired ones too. */
  openInvitations(): LinkRow[] {
    return this.#database
      .prepare("SELECT * FROM link WHERE kind = 'invitation' AND state = 'open' ORDER BY created")
      .all() as LinkRow[]
  }

  add(link: LinkRow): void {
    this.#database
      .prepare("DELETE FROM link WHERE expires < ? AND (state <> 'open' OR kind = 'reset')")
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
    this.#database.prepare("UPDATE link SET state = 'used' WHERE id = ?").run(id)
  }

  /** Returns whether there was one to revoke. */
  revoke(id: string): boolean {
    return (
      this.#database
        .prepare("UPDATE link SET state = 'revoked' WHERE id = ? AND state = 'open'")
        .run(id).changes > 0
    )
  }

  revokeInvitationsOf(email: string): void {
    this.#database
      .prepare(
        "UPDATE link SET state = 'revoked' WHERE kind = 'invitation' AND state = 'open' AND email_key = ?",
      )
      .run(emailKey(email))
  }

  revokeResetsOf(person: string): void {
    this.#database
      .prepare("UPDATE link SET state = 'revoked' WHERE state = 'open' AND person = ?")
      .run(person)
  }

  /** Who may not manage people any more is not to come back by a link of their own making. */
  revokeMadeBy(maker: string): void {
    this.#database
      .prepare("UPDATE link SET state = 'revoked' WHERE state = 'open' AND maker = ?")
      .run(maker)
  }

  /** Takes the address out of what is known of a person's invitation. */
  forgetEmail(email: string): void {
    this.#database
      .prepare("DELETE FROM link WHERE kind = 'invitation' AND email_key = ?")
      .run(emailKey(email))
  }
}
