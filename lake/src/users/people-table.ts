import type { SqliteDatabase } from 'halvi-runtime/files/sqlite-file'
import { emailKey } from './account-rules.ts'

/** A person as stored. Times are in milliseconds since 1970. */
export interface PersonRow {
  id: string
  name: string
  email: string
  role: string
  /** As `hashPassword` makes it; empty once removed. */
  password: string
  joined: number
  removed: number | null
  /** When they were last here. */
  seen: number | null
}

const COLUMNS = 'id, name, email, role, password, joined, removed, seen'

/** People, by id and by e-mail address. Other processes may change them: nothing is kept in memory. */
export class PeopleTable {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /** Everybody, removed people too, the first to join first. */
  all(): PersonRow[] {
    return this.#database
      .prepare(`SELECT ${COLUMNS} FROM person ORDER BY joined, id`)
      .all() as PersonRow[]
  }

  byId(id: string): PersonRow | undefined {
    return this.#database.prepare(`SELECT ${COLUMNS} FROM person WHERE id = ?`).get(id) as
      | PersonRow
      | undefined
  }

  /** Who has the address, whatever the case of its letters. */
  byEmail(email: string): PersonRow | undefined {
    return this.#database
      .prepare(`SELECT ${COLUMNS} FROM person WHERE email_key = ? AND removed IS NULL`)
      .get(emailKey(email)) as PersonRow | undefined
  }

  /** How many have one of these roles and were not removed. */
  countWithRole(roles: readonly string[]): number {
    const { count } = this.#database
      .prepare(
        `SELECT count(*) AS count FROM person
         WHERE removed IS NULL AND role IN (SELECT value FROM json_each(?))`,
      )
      .get(JSON.stringify(roles)) as { count: number }
    return count
  }

  add({ id, name, email, role, password, joined }: Omit<PersonRow, 'removed' | 'seen'>): void {
    this.#database
      .prepare(
        `INSERT INTO person (id, name, email, email_key, role, password, joined)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, name, email, emailKey(email), role, password, joined)
  }

  rename(id: string, name: string): void {
    this.#database.prepare('UPDATE person SET name = ? WHERE id = ?').run(name, id)
  }

  setRole(id: string, role: string): void {
    this.#database.prepare('UPDATE person SET role = ? WHERE id = ?').run(role, id)
  }

  setPassword(id: string, password: string): void {
    this.#database.prepare('UPDATE person SET password = ? WHERE id = ?').run(password, id)
  }

  setSeen(id: string, now: number): void {
    this.#database.prepare('UPDATE person SET seen = ? WHERE id = ?').run(now, id)
  }

  /** Keeps the name alone. */
  remove(id: string, now: number): void {
    this.#database
      .prepare(
        "UPDATE person SET email = '', email_key = NULL, password = '', removed = ? WHERE id = ?",
      )
      .run(now, id)
  }
}
