import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { closeSqlite, openSqlite, type SqliteDatabase } from 'halvi-kit/files/sqlite-file'
import { Statements } from 'halvi-kit/files/sqlite-statements'
import type { Log } from 'halvi-kit/log'
import { hashToken } from '../users/secret-token.ts'

/** Database migrations. The one at index N migrates from version N to N + 1. */
const MIGRATIONS = [
  `
  CREATE TABLE dataset (
    name TEXT PRIMARY KEY,
    acl TEXT NOT NULL,
    created TEXT NOT NULL,
    author TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE alias (
    name TEXT PRIMARY KEY,
    dataset TEXT
  ) WITHOUT ROWID;
  CREATE TABLE token (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    role TEXT NOT NULL,
    created TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE origin (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL UNIQUE,
    credentials INTEGER NOT NULL,
    created TEXT NOT NULL
  );
  CREATE TABLE webhook (
    id TEXT PRIMARY KEY,
    json TEXT NOT NULL
  );
  `,
]

const PROJECT_FILE = 'project.db'

export type AclMode = 'public' | 'private'

export interface DatasetRow {
  name: string
  acl: AclMode
  /** When it was created, in ISO 8601. */
  created: string
  author: string
}

export interface AliasRow {
  /** Without the tilde. */
  name: string
  dataset: string | null
}

export interface TokenRow {
  id: string
  label: string
  role: string
  created: string
}

export interface OriginRow {
  id: number
  origin: string
  credentials: number
  created: string
}

/** The datasets, aliases, tokens, CORS origins, and webhooks of a project, on disk. */
export class ProjectStore extends Statements {
  /** Opens the store in an existing folder. Throws `UnusableFileError` when it is damaged or has a newer version. */
  static open(directory: string, log?: Pick<Log, 'warn'>, durable = true): ProjectStore {
    return new ProjectStore(openSqlite(join(directory, PROJECT_FILE), MIGRATIONS, log, durable))
  }

  constructor(database: SqliteDatabase) {
    super(database)
  }

  datasets(): DatasetRow[] {
    return this.rows('SELECT name, acl, created, author FROM dataset ORDER BY name')
  }

  dataset(name: string): DatasetRow | undefined {
    return this.row('SELECT name, acl, created, author FROM dataset WHERE name = ?', name)
  }

  addDataset(name: string, acl: AclMode, author: string): void {
    const sql = 'INSERT INTO dataset (name, acl, created, author) VALUES (?, ?, ?, ?)'
    this.run(sql, name, acl, new Date().toISOString(), author)
  }

  setAcl(name: string, acl: AclMode): void {
    this.run('UPDATE dataset SET acl = ? WHERE name = ?', acl, name)
  }

  /** Removes a dataset. Its aliases stay, without a dataset. */
  removeDataset(name: string): void {
    this.run('UPDATE alias SET dataset = NULL WHERE dataset = ?', name)
    this.run('DELETE FROM dataset WHERE name = ?', name)
  }

  aliases(): AliasRow[] {
    return this.rows('SELECT name, dataset FROM alias ORDER BY name')
  }

  alias(name: string): AliasRow | undefined {
    return this.row('SELECT name, dataset FROM alias WHERE name = ?', name)
  }

  setAlias(name: string, dataset: string | null): void {
    this.run('INSERT OR REPLACE INTO alias (name, dataset) VALUES (?, ?)', name, dataset)
  }

  removeAlias(name: string): void {
    this.run('DELETE FROM alias WHERE name = ?', name)
  }

  tokens(): TokenRow[] {
    return this.rows('SELECT id, label, role, created FROM token ORDER BY created, id')
  }

  /** Returns the token with this value. */
  tokenWith(value: string): TokenRow | undefined {
    const sql = 'SELECT id, label, role, created FROM token WHERE hash = ?'
    return this.row(sql, hashToken(value))
  }

  token(id: string): TokenRow | undefined {
    return this.row('SELECT id, label, role, created FROM token WHERE id = ?', id)
  }

  /** Stores the hash of a token. A token with the same value is replaced. */
  addToken(value: string, label: string, role: string): TokenRow {
    const hash = hashToken(value)
    const row = { label, role, created: new Date().toISOString() }
    const id = `si${randomUUID().replaceAll('-', '').slice(0, 12)}`
    const sql =
      'INSERT OR REPLACE INTO token (id, hash, label, role, created) VALUES (?, ?, ?, ?, ?)'
    this.run(sql, id, hash, row.label, row.role, row.created)
    return { id, ...row }
  }

  removeToken(id: string): boolean {
    return this.run('DELETE FROM token WHERE id = ?', id) > 0
  }

  origins(): OriginRow[] {
    return this.rows('SELECT id, origin, credentials, created FROM origin ORDER BY id')
  }

  addOrigin(origin: string, credentials: boolean): OriginRow | undefined {
    const sql = 'INSERT INTO origin (origin, credentials, created) VALUES (?, ?, ?)'
    this.run(sql, origin, credentials ? 1 : 0, new Date().toISOString())
    return this.row('SELECT id, origin, credentials, created FROM origin WHERE origin = ?', origin)
  }

  removeOrigin(id: string): boolean {
    return this.run('DELETE FROM origin WHERE id = ?', id) > 0
  }

  /** Returns the webhooks as JSON, in the order in which they were created. */
  webhooks(): string[] {
    return this.rows<{ json: string }>('SELECT json FROM webhook ORDER BY rowid').map(
      ({ json }) => json,
    )
  }

  setWebhook(id: string, json: string): void {
    const onConflict = 'ON CONFLICT (id) DO UPDATE SET json = excluded.json'
    this.run(`INSERT INTO webhook (id, json) VALUES (?, ?) ${onConflict}`, id, json)
  }

  removeWebhook(id: string): void {
    this.run('DELETE FROM webhook WHERE id = ?', id)
  }

  close(): void {
    closeSqlite(this.database)
  }
}
