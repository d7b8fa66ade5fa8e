import { type Kysely, type Migration, sql } from 'kysely'
import { quarterInSql } from './counter.ts'
import { isPostgres } from './dialect.ts'
import { postgresIndex } from './postgres-index.ts'

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
  '0005_staff': {
    async up(database: Kysely<unknown>) {
      await addStaffColumns(database)
      await addNotesAndViews(database)
      await addAuditLog(database)
      await addIndexOfLeads(database)
      await addCounters(database)
    },
  },
  '0006_preview_link': {
    async up({ schema }: Kysely<unknown>) {
      // Named like the others: a backup of PostgreSQL takes what is called lead….
      await schema
        .createTable('lead_preview_link')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('owner_name', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addColumn('used_at', 'text')
        .execute()
    },
  },
  '0007_entry_format': {
    async up(database: Kysely<unknown>) {
      if (!isPostgres(database)) return
      // Queued here, leads would be taken by processes of the former version that still run.
      await sql`alter table lead_entry add column if not exists format integer not null default 0`.execute(
        database,
      )
      await sql`create index if not exists lead_entry_format on lead_entry (format)`.execute(
        database,
      )
    },
  },
}

/** What staff say about a lead, and how its visitor came. */
async function addStaffColumns(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const added = [
    () =>
      schema
        .alterTable('lead')
        .addColumn('status', 'text', (column) => column.notNull().defaultTo('new')),
    () => schema.alterTable('lead').addColumn('owner', 'text'),
    () =>
      schema
        .alterTable('lead')
        .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1)),
    () => schema.alterTable('lead').addColumn('contacted_at', 'text'),
    () => schema.alterTable('lead').addColumn('accepted_at', 'text'),
    () => schema.alterTable('lead').addColumn('first_touch', 'text'),
  ]
  // SQLite adds one column a statement.
  for (const add of added) await add().execute()
}

async function addNotesAndViews({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('lead_note')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('lead_note_lead').on('lead_note').columns(['lead_id', 'id']).execute()
  await schema
    .createTable('lead_saved_view')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('owner_name', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('shared', 'integer', (column) => column.notNull())
    .execute()
  // What was asked for and is fetched a moment later, perhaps from another process.
  await schema
    .createTable('lead_export_ticket')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('filter', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('lead_retention')
    .addColumn('form', 'text', (column) => column.primaryKey())
    .addColumn('days', 'integer', (column) => column.notNull())
    .execute()
}

async function addAuditLog({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('lead_audit')
    // Given by whoever appends, so that no number is ever left out.
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('lead_id', 'text')
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('lead_audit_lead').on('lead_audit').columns(['lead_id', 'seq']).execute()
}

/**
 * What leads are found by is made from them in the background. A change puts its lead's id into
 * `lead_to_index`, as this does with all that are there. SQLite's has a file of its own, which is made
 * anew whenever it is missing.
 */
async function addIndexOfLeads(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('lead_to_index')
    .addColumn('lead_id', 'text', (column) => column.primaryKey())
    // Grows with each change: one that comes while the lead is being indexed stays.
    .addColumn('changes', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await sql`insert into lead_to_index (lead_id) select id from lead order by id`.execute(database)
  await schema
    .createTable('lead_index')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into lead_index values (1, 0)`.execute(database)
  if (isPostgres(database)) {
    for (const statement of postgresIndex) await sql.raw(statement).execute(database)
  }
}

async function addCounters(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  // In quarters of an hour, so that a day of any time zone is a sum of them. On PostgreSQL connections
  // would wait for each other's commits at one row: each counts in a slot of its own.
  await schema
    .createTable('lead_counter')
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('quarter', 'text', (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('leads', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('lead_counter_key', ['form', 'quarter', 'slot'])
    .execute()
  await sql`insert into lead_counter
    select form, ${sql.raw(quarterInSql)} as quarter, 0, count(*) from lead
    where spam = 0 group by form, quarter`.execute(database)
  await schema
    .createTable('lead_visit')
    .addColumn('hour', 'text', (column) => column.notNull())
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('campaign', 'text', (column) => column.notNull())
    .addColumn('seen', 'integer', (column) => column.notNull())
    .addColumn('opened', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('lead_visit_key', ['hour', 'page', 'campaign'])
    .execute()
}
