import { join } from 'node:path'
import { closeSqlite, openSqlite, type SqliteDatabase } from 'halvi-kit/files/sqlite-file'
import { Statements } from 'halvi-kit/files/sqlite-statements'
import type { Log } from 'halvi-kit/log'
import type { Webhook } from '../webhooks/webhook.ts'

/** Database migrations. The one at index N migrates from version N to N + 1. */
const MIGRATIONS = [
  `
  CREATE TABLE item (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (kind, key)
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
  /** The hash of its value, which is not stored. */
  hash: string
  label: string
  role: string
  created: string
}

export interface OriginRow {
  id: number
  origin: string
  allowCredentials: boolean
  created: string
}

/** Values of one kind by key, in the order in which they were added. */
export class Items<Value> {
  constructor(
    private readonly statements: Statements,
    private readonly kind: string,
  ) {}

  all(): Value[] {
    const sql = 'SELECT json FROM item WHERE kind = ? ORDER BY rowid'
    return this.statements
      .rows<{ json: string }>(sql, this.kind)
      .map(({ json }) => JSON.parse(json))
  }

  get(key: string): Value | undefined {
    const sql = 'SELECT json FROM item WHERE kind = ? AND key = ?'
    const row = this.statements.row<{ json: string }>(sql, this.kind, key)
    return row && JSON.parse(row.json)
  }

  set(key: string, value: Value): void {
    const onConflict = 'ON CONFLICT DO UPDATE SET json = excluded.json'
    const sql = `INSERT INTO item (kind, key, json) VALUES (?, ?, ?) ${onConflict}`
    this.statements.run(sql, this.kind, key, JSON.stringify(value))
  }

  /** Returns whether there was a value. */
  delete(key: string): boolean {
    const sql = 'DELETE FROM item WHERE kind = ? AND key = ?'
    return this.statements.run(sql, this.kind, key) > 0
  }
}

/** The datasets, aliases, tokens, CORS origins, and webhooks of a project, on disk. */
export class ProjectStore {
  readonly datasets: Items<DatasetRow>
  readonly aliases: Items<AliasRow>
  readonly tokens: Items<TokenRow>
  /** By id. */
  readonly origins: Items<OriginRow>
  readonly webhooks: Items<Webhook>
  readonly #database: SqliteDatabase

  /** Opens the store in an existing folder. Throws `UnusableFileError` when it is damaged or has a newer version. */
  constructor(directory: string, log?: Pick<Log, 'warn'>, durable = true) {
    this.#database = openSqlite(join(directory, PROJECT_FILE), MIGRATIONS, log, durable)
    const statements = new Statements(this.#database)
    this.datasets = new Items(statements, 'dataset')
    this.aliases = new Items(statements, 'alias')
    this.tokens = new Items(statements, 'token')
    this.origins = new Items(statements, 'origin')
    this.webhooks = new Items(statements, 'webhook')
  }

  close(): void {
    closeSqlite(this.#database)
  }
}
