import type { SqliteDatabase } from '../files/sqlite-file.ts'

/** A session as stored. Times are in milliseconds since 1970. */
export interface SessionRow {
  /** The hash of its token. */
  id: string
  person: string
  created: number
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
}

const CURRENT = `
  FROM session JOIN person ON person.id = session.person
  WHERE session.id = ? AND session.expires > ? AND person.removed IS NULL`

/** The sessions that have begun and not ended. Other processes may end them: nothing is kept in memory. */
export class SessionsTable {
  readonly #database: SqliteDatabase
  readonly #find
  readonly #isCurrent

  constructor(database: SqliteDatabase) {
    this.#database = database
    this.#find = database.prepare(
      `SELECT session.*, person.name, person.email, person.role ${CURRENT}`,
    )
    this.#isCurrent = database.prepare(`SELECT 1 ${CURRENT}`)
  }

  /** A session that has neither ended nor expired, of a person who was not removed. */
  find(id: string, now: number): PersonalSessionRow | undefined {
    return this.#find.get(id, now) as PersonalSessionRow | undefined
  }

  isCurrent(id: string, now: number): boolean {
    return this.#isCurrent.get(id, now) !== undefined
  }

  ofPerson(person: string, now: number): SessionRow[] {
    return this.#database
      .prepare('SELECT * FROM session WHERE person = ? AND expires > ? ORDER BY used DESC, id')
      .all(person, now) as SessionRow[]
  }

  /** Takes away those that are over, too. */
  add(session: SessionRow): void {
    const { id, person, created, used, expires, browser, network } = session
    this.#database.prepare('DELETE FROM session WHERE expires <= ?').run(created)
    this.#database
      .prepare(
        `INSERT INTO session (id, person, created, used, expires, browser, network)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, person, created, used, expires, browser, network)
  }

  setUsed(id: string, used: number, expires: number): void {
    this.#database
      .prepare('UPDATE session SET used = ?, expires = ? WHERE id = ?')
      .run(used, expires, id)
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
