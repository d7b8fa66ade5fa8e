import { Statements } from 'halvi-runtime/files/sqlite-statements'

/** A session as stored. Times are in milliseconds since 1970. */
export interface SessionRow {
  /** Stays the same when the token is rotated. Nobody can sign in with it. */
  id: string
  token: string
  person: string
  created: number
  /** When the password was given last. */
  signed_in: number
  /** 1 when its cookie has the plain name, 0 when it has the `__Host-` prefix. */
  plain: number
  /** When it was last used, within some minutes. */
  used: number
  expires: number
  browser: string
  network: string
}

export interface PersonalSessionRow extends SessionRow {
  name: string
  email: string
  role: string
  /** The hash of the token that was in place before the last rotation. */
  former: string | null
  former_until: number
  /** 0 until the token of the last rotation is used: its answer may have been lost. */
  confirmed: number
}

/** A session ends this long after it began, however often it is renewed: 90 days in milliseconds. */
export const MAX_SESSION_MS = 90 * 24 * 60 * 60 * 1000

/** How long requests under way may still use the former token, in milliseconds. */
const OVERLAP_MS = 60_000

const CURRENT = `
  FROM session JOIN person ON person.id = session.person
  WHERE session.expires > :now AND session.created > :now - ${MAX_SESSION_MS}
    AND person.removed IS NULL`

/** Sessions that have not ended. Other processes may end them: nothing is kept in memory. */
export class SessionsTable extends Statements {
  /** Returns the current session of a token's hash, of a person who was not removed. */
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

  /** Deletes expired sessions, too. */
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

  /** Replaces the token. The former one is accepted for a while. */
  rotate(id: string, former: string, token: string, plain: number, now: number): void {
    this.run(
      `UPDATE session SET former = ?, token = ?, plain = ?, former_until = ?, confirmed = 0
       WHERE id = ?`,
      ...[former, token, plain, now + OVERLAP_MS, id],
    )
  }

  /** The browser has the new token: the former one ends soon. */
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

  /** Ends all of a person's sessions but one. Returns how many. */
  endOthers(person: string, but = ''): number {
    return this.run('DELETE FROM session WHERE person = ? AND id <> ?', person, but)
  }
}
