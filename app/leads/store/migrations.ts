import type { Kysely, Migration } from 'kysely'

/**
 * Every change of the tables, in order, in SQL that SQLite and PostgreSQL share. One that has been
 * released is never edited; another follows it.
 */
export const migrations: Record<string, Migration> = {
  '0001_lead': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('lead')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('form', 'text', (column) => column.notNull())
        .addColumn('payload', 'text', (column) => column.notNull())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('spam', 'integer', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('next_attempt_at', 'text')
        .addColumn('lease_owner', 'text')
        .addColumn('lease_until', 'text')
        .addColumn('last_error', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('delivered_at', 'text')
        .addUniqueConstraint('lead_fingerprint', ['fingerprint', 'spam'])
        .execute()
      await database.schema
        .createIndex('lead_due')
        .on('lead')
        .columns(['state', 'next_attempt_at'])
        .execute()
    },
  },
  '0002_lead_count': {
    async up(database: Kysely<unknown>) {
      // Everything that counting needs, so that it reads the index alone.
      await database.schema
        .createIndex('lead_count')
        .on('lead')
        .columns(['spam', 'form', 'created_at'])
        .execute()
    },
  },
  '0003_lead_backlog': {
    async up(database: Kysely<unknown>) {
      // With what the backlog's metrics need, so that they read the index alone.
      await database.schema.dropIndex('lead_due').execute()
      await database.schema
        .createIndex('lead_due')
        .on('lead')
        .columns(['state', 'next_attempt_at', 'created_at'])
        .execute()
    },
  },
  '0004_lead_store_check': {
    async up(database: Kysely<unknown>) {
      // The README's backup of PostgreSQL takes along what is called lead… and kysely_….
      await database.schema
        .createTable('lead_store_check')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('checked_at', 'text', (column) => column.notNull())
        .execute()
    },
  },
}
