import { join } from 'node:path'
import {
  closeSqlite,
  compact,
  inTransaction,
  openSqlite,
  type SqliteDatabase,
} from 'halvi-kit/files/sqlite-file'
import type { Log } from 'halvi-kit/log'
import { LinksTable } from './links-table.ts'
import { PeopleTable } from './people-table.ts'
import { SessionsTable } from './sessions-table.ts'
import { SettingsTable } from './settings-table.ts'

/** Database migrations. The one at index N migrates from version N to N + 1. */
const MIGRATIONS = [
  `
  CREATE TABLE keyvalue (
    user TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user, key)
  ) WITHOUT ROWID;
  CREATE TABLE person (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    email_key TEXT UNIQUE,
    role TEXT NOT NULL,
    password TEXT NOT NULL,
    joined INTEGER NOT NULL,
    removed INTEGER,
    seen INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE session (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES person (id),
    created INTEGER NOT NULL,
    signed_in INTEGER NOT NULL,
    used INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    browser TEXT NOT NULL,
    network TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX session_person ON session (person);
  CREATE TABLE link (
    id TEXT PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    role TEXT NOT NULL,
    person TEXT REFERENCES person (id),
    maker TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    state TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX link_email ON link (email_key);
  `,
]

export const USERS_FILE = 'users.db'

export const USERS_VERSION: number = MIGRATIONS.length

/** Accounts, sessions, links, and settings on disk. Several processes may have the store open. */
export class UserStore {
  readonly people: PeopleTable
  readonly sessions: SessionsTable
  readonly links: LinksTable
  readonly settings: SettingsTable
  readonly #database: SqliteDatabase
  #version: number

  /** Opens the store. Throws `UnusableFileError` when its file is damaged or has a newer version. */
  constructor(directory: string, log?: Pick<Log, 'warn'>, durable = true) {
    this.#database = openSqlite(join(directory, USERS_FILE), MIGRATIONS, log, durable)
    this.people = new PeopleTable(this.#database)
    this.sessions = new SessionsTable(this.#database)
    this.links = new LinksTable(this.#database)
    this.settings = new SettingsTable(this.#database)
    this.#version = this.#dataVersion()
    this.expireLinks()
  }

  /** Runs the work in one transaction. All changes are durable when it returns; none are stored if it throws. */
  transaction<Result>(work: () => Result): Result {
    let result: Result | undefined
    inTransaction(this.#database, () => {
      result = work()
    })
    return result as Result
  }

  /** Runs a transaction, then compacts the file so that no deleted or replaced data remains in it. */
  eraseInTransaction<Result>(work: () => Result): Result {
    const result = this.transaction(work)
    compact(this.#database)
    return result
  }

  /** Deletes the addresses from expired invitations. Never throws. */
  expireLinks(): void {
    try {
      if (this.links.expire(Date.now()) > 0) compact(this.#database)
    } catch {
      // The disk may be full, or another process may have locked the file. The next attempt is an hour later.
    }
  }

  /** Returns whether another process has written since the last call. */
  wasChangedElsewhere(): boolean {
    const version = this.#dataVersion()
    if (version === this.#version) return false
    this.#version = version
    return true
  }

  close(): void {
    closeSqlite(this.#database)
  }

  #dataVersion(): number {
    return this.people.row<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0
  }
}
