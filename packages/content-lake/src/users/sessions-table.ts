import { Statements } from 'halvi-kit/files/sqlite-statements'

/** A session as stored. Times are in milliseconds since 1970. */
export interface SessionRow {
  /** Stays the same when the token is rotated. Cannot be used to sign in. */
  id: string
  token: string
  person: string
  created: number
  /** When the user last entered the password. */
  signed_in: number
  /** 1 if the cookie has the plain name, 0 if it has the `__Host-` prefix. */
  plain: number
  /** When the session was last used, accurate to a few minutes. */
  used: number
  expires: number
  browser: string
  network: string
}

export interface PersonalSessionRow extends SessionRow {
  name: string
  email: string
  role: string
  /** The hash of the token before the last rotation. */
  former: string | null
  former_until: number
  /** 0 until the browser uses the new token. Until then the response with that token may have been lost. */
  confirmed: number
}

/** Maximum age of a session in milliseconds, however often it is renewed: 90 days. */
export const MAX_SESSION_MS = 90 * 24 * 60 * 60 * 1000

/** How long concurrent requests may still use the former token after a rotation, in milliseconds. */
const OVERLAP_MS = 60_000

const CURRENT = `
  FROM session JOIN person ON person.id = session.person
  WHERE session.expires > :now AND session.created > :now - ${MAX_SESSION_MS}
    AND person.removed IS NULL`

/** Active sessions. Nothing is cached in memory, because other processes may end sessions. */
export class SessionsTable extends Statements {
  /** Returns the active session for a token's hash. Returns undefined if its person was removed. */
  find(token: string, now: number): PersonalSessionRow | undefined {
    return this.row(
      `SELECT session.*, person.name, person.email, person.role ${CURRENT}
       AND (session.token = :token OR
         (session.former = :token AND (session.former_until > :now OR session.confirmed = 0)))`,
      { token, now },
    )
  }

  isCurrent(id: string, now: number): boolean {
    return this.row(`SELECT 1 ${CURRENT} AND session.id = :id`, { id, now }) !== undefined
  }

  ofPerson(person: string, now: number): SessionRow[] {
    const sql = 'SELECT * FROM session WHERE person = ? AND expires > ? ORDER BY used DESC, id'
    return this.rows(sql, person, now)
  }

  /** Adds a session and deletes expired ones. */
  add(session: SessionRow): void {
    this.run('DELETE FROM session WHERE expires <= ?', session.created)
    this.run(
      `INSERT INTO session
         (id, token, person, created, used, expires, browser, network, signed_in, plain)
       VALUES
         (:id, :token, :person, :created, :used, :expires, :browser, :network, :signed_in, :plain)`,
      session,
    )
  }

  setUsed(id: string, used: number, expires: number): void {
    this.run('UPDATE session SET used = ?, expires = ? WHERE id = ?', used, expires, id)
  }

  /** Replaces the token. The former token is still accepted for a while. */
  rotate(id: string, former: string, token: string, plain: number, now: number): void {
    this.run(
      `UPDATE session SET former = ?, token = ?, plain = ?, former_until = ?, confirmed = 0
       WHERE id = ?`,
      ...[former, token, plain, now + OVERLAP_MS, id],
    )
  }

  /** Records that the browser uses the new token, so that the former one expires soon. */
  confirm(id: string, now: number): void {
    const sql = 'UPDATE session SET confirmed = 1, former_until = ? WHERE id = ?'
    this.run(sql, now + OVERLAP_MS, id)
  }

  setSignedIn(id: string, now: number): void {
    this.run('UPDATE session SET signed_in = ? WHERE id = ?', now, id)
  }

  end(id: string, person: string): boolean {
    return this.run('DELETE FROM session WHERE id = ? AND person = ?', id, person) > 0
  }

  /** Ends all of a person's sessions except one. Returns the number of ended sessions. */
  endOthers(person: string, but = ''): number {
    return this.run('DELETE FROM session WHERE person = ? AND id <> ?', person, but)
  }
}
