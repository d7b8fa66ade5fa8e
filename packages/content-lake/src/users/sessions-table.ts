import { Statements } from 'halvi-kit/files/sqlite-statements'

/** A session as stored. Times are in milliseconds since 1970. */
export interface SessionRow {
  /** The hash of the cookie. Cannot be used to sign in. */
  id: string
  person: string
  created: number
  /** When the user last entered the password. */
  signed_in: number
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
}

/** Active sessions. Nothing is cached in memory, because other processes may end sessions. */
export class SessionsTable extends Statements {
  /** Returns an active session. Returns undefined if its person was removed. */
  find(id: string): PersonalSessionRow | undefined {
    return this.row(
      `SELECT session.*, person.name, person.email, person.role
       FROM session JOIN person ON person.id = session.person
       WHERE session.id = ? AND session.expires > ? AND person.removed IS NULL`,
      ...[id, Date.now()],
    )
  }

  ofPerson(person: string): SessionRow[] {
    const sql = 'SELECT * FROM session WHERE person = ? AND expires > ? ORDER BY used DESC, id'
    return this.rows(sql, person, Date.now())
  }

  /** Adds a session and deletes expired ones. */
  add(session: SessionRow): void {
    this.run('DELETE FROM session WHERE expires <= ?', session.created)
    this.run(
      `INSERT INTO session (id, person, created, used, expires, browser, network, signed_in)
       VALUES (:id, :person, :created, :used, :expires, :browser, :network, :signed_in)`,
      session,
    )
  }

  setUsed(id: string, used: number, expires: number): void {
    this.run('UPDATE session SET used = ?, expires = ? WHERE id = ?', used, expires, id)
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
