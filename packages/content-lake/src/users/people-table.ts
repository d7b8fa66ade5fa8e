import { Statements } from 'halvi-kit/files/sqlite-statements'
import { emailKey } from './account-rules.ts'

/** A person as stored. Times are in milliseconds since 1970. */
export interface PersonRow {
  id: string
  name: string
  email: string
  /** The names of the roles, separated by commas. */
  role: string
  /** The hash, in the format of `PasswordGuard.hash`. Empty after removal. */
  password: string
  joined: number
  removed: number | null
  seen: number | null
}

const SELECT = 'SELECT id, name, email, role, password, joined, removed, seen FROM person'

/** People, by id and by email address. Nothing is cached in memory, because other processes may change them. */
export class PeopleTable extends Statements {
  all(): PersonRow[] {
    return this.rows(`${SELECT} ORDER BY joined, id`)
  }

  byId(id: string): PersonRow | undefined {
    return this.row(`${SELECT} WHERE id = ?`, id)
  }

  byEmail(email: string): PersonRow | undefined {
    return this.row(`${SELECT} WHERE email_key = ? AND removed IS NULL`, emailKey(email))
  }

  add({ id, name, email, role, password, joined }: Omit<PersonRow, 'removed' | 'seen'>): void {
    this.run(
      `INSERT INTO person (id, name, email, email_key, role, password, joined)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[id, name, email, emailKey(email), role, password, joined],
    )
  }

  set(id: string, column: 'name' | 'role' | 'password' | 'seen', value: string | number): void {
    this.run(`UPDATE person SET ${column} = ? WHERE id = ?`, value, id)
  }

  /** Deletes the address and the password. Keeps the name. */
  remove(id: string, now: number): void {
    this.run(
      "UPDATE person SET email = '', email_key = NULL, password = '', removed = ? WHERE id = ?",
      ...[now, id],
    )
  }
}
