import type { SqliteDatabase } from 'halvi-runtime/files/sqlite-file'

/** A session as stored. Times are in milliseconds since 1970. */
export interface SessionRow {
  /** Stays the same when the token is rotated. Nobody can sign in with it. */
  id: string
  /** The hash of its token. */
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
  /** What its browser is, in a few words. */
  browser: string
  network: string
}

/** A session with whose it is. */
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

/** How long requests that were under way may still bring the token before, in milliseconds. */
const OVERLAP_MS = 60_000

const CURRENT = `
  FROM session JOIN person ON person.id = session.person
  WHERE session.expires > :now AND session.created > :now - ${MAX_SESSION_MS}
    AND person.removed IS NULL`

/** The sessions that have begun and not ended. Other processes may end them: nothing is kept in memory. */
export class SessionsTable {
  readonly #database: SqliteDatabase
  readonly #find
  readonly #isCurrent

  constructor(database: SqliteDatabase) {
    this.#database = database
    this.#find = database.prepare(
      `SELECT session.*, person.name, person.email, person.role ${CURRENT}
       AND (session.token = :token OR
         (session.former = :token AND (session.former_until > :now OR session.confirmed = 0)))`,
    )
    this.#isCurrent = database.prepare(`SELECT 1 ${CURRENT} AND session.id = :id`)
  }

  /** The session of a token's hash that has neither ended nor expired, of a person who was not removed. */
  find(token: string, now: number): PersonalSessionRow | undefined {
    return this.#find.get({ token, now }) as PersonalSessionRow | undefined
  }

  isCurrent(id: string, now: number): boolean {
    return this.#isCurrent.get({ id, now }) !== undefined
  }

  ofPerson(person: string, now: number): SessionRow[] {
    return this.#database
      .prepare('SELECT * FROM session WHERE person = ? AND expires > ? ORDER BY used DESC, id')
      .all(person, now) as SessionRow[]
  }

  /** Takes away those that are over, too. */
  add(session: SessionRow): void {
    const { id, token, person, created, used, expires, browser, network } = session
    const { signed_in, plain } = session
    this.#database.prepare('DELETE FROM session WHERE expires <= ?').run(created)
    this.#database
      .prepare(
        `INSERT INTO session
           (id, token, person, created, used, expires, browser, network, signed_in, plain)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, token, person, created, used, expires, browser, network, signed_in, plain)
  }

  setUsed(id: string, used: number, expires: number): void {
    this.#database
      .prepare('UPDATE session SET used = ?, expires = ? WHERE id = ?')
      .run(used, expires, id)
  }

  /** Replaces the token. The one before, `former`, is accepted for a while. */
  rotate(id: string, former: string, token: string, plain: number, now: number): void {
    this.#database
      .prepare(
        `UPDATE session SET former = ?, token = ?, plain = ?, former_until = ?, confirmed = 0
         WHERE id = ?`,
      )
      .run(former, token, plain, now + OVERLAP_MS, id)
  }

  /** The browser has the new token: the former one ends soon. */
  confirm(id: string, now: number): void {
    this.#database
      .prepare('UPDATE session SET confirmed = 1, former_until = ? WHERE id = ?')
      .run(now + OVERLAP_MS, id)
  }

  setSignedIn(id: string, now: number): void {
    this.#database.prepare('UPDATE session SET signed_in = ? WHERE id = ?').run(now, id)
  }

  /** Returns whether there was one, of that person. */
  end(id: string, person: string): boolean {
    return (
      this.#database.prepare('DELETE FROM session WHERE id = ? AND person = ?').run(id, person)
        .changes > 0
    )
  }

  /** Ends all of a person's sessions but one. Returns how many. */
  endOthers(person: string, but?: string): number {
    return this.#database
      .prepare('DELETE FROM session WHERE person = ? AND id <> ?')
      .run(person, but ?? '').changes
  }
}
