import { type Kysely, type Migration, sql } from 'kysely'
import { quarterInSql } from './counting/counter.ts'
import { isPostgres } from './dialect.ts'
import { mailTables } from './mail-tables.ts'
import { postgresIndex } from './postgres-index.ts'

/** Returns a migration that runs statements, in SQL that SQLite and PostgreSQL share. */
const statementsMigration = (...statements: readonly string[]): Migration => ({
  up: (database: Kysely<unknown>) => runAll(database, statements),
})

async function runAll(database: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/**
 * All migrations of the tables, in order. A released migration never changes. All table names start with `lead`,
 * because a backup of PostgreSQL includes tables named lead… or kysely_….
 */
export const migrations: Record<string, Migration> = {
  '0001_lead': statementsMigration(
    `create table lead (
      id text primary key,
      form text not null,
      payload text not null,
      fingerprint text not null,
      spam integer not null,
      state text not null,
      attempts integer not null,
      next_attempt_at text,
      lease_owner text,
      lease_until text,
      last_error text,
      created_at text not null,
      delivered_at text,
      constraint lead_fingerprint unique (fingerprint, spam)
    )`,
    'create index lead_due on lead (state, next_attempt_at)',
  ),
  // Contains all columns that counting needs, so that only the index is read.
  '0002_lead_count': statementsMigration(
    'create index lead_count on lead (spam, form, created_at)',
  ),
  // Adds the column that the backlog's metrics need, so that only the index is read.
  '0003_lead_backlog': statementsMigration(
    'drop index lead_due',
    'create index lead_due on lead (state, next_attempt_at, created_at)',
  ),
  '0004_lead_store_check': statementsMigration(
    'create table lead_store_check (id integer primary key, checked_at text not null)',
  ),
  '0005_staff': {
    async up(database: Kysely<unknown>) {
      await runAll(database, [...staffTables, ...(isPostgres(database) ? postgresIndex : [])])
    },
  },
  '0006_preview_link': statementsMigration(`create table lead_preview_link (
    id text primary key,
    owner text not null,
    owner_name text not null,
    path text not null,
    created_at text not null,
    expires_at text not null,
    used_at text
  )`),
  '0007_entry_format': {
    async up(database: Kysely<unknown>) {
      if (!isPostgres(database)) return
      // Does not queue the leads here: processes of the previous version that still run would index them.
      await runAll(database, [
        'alter table lead_entry add column if not exists format integer not null default 0',
        'create index if not exists lead_entry_format on lead_entry (format)',
      ])
    },
  },
  '0008_mail': statementsMigration(...mailTables),
  // The table of rate-limiter-flexible, which counts submissions of all processes.
  '0009_submission_count': {
    async up(database: Kysely<unknown>) {
      if (isPostgres(database)) await runAll(database, [submissionCounts])
    },
  },
}

const submissionCounts = `create table if not exists submission_count (
  key varchar(255) primary key, points integer default 0 not null, expire bigint
)`

const staffTables: readonly string[] = [
  // Status and notes by staff, and the visitor's first touch.
  "alter table lead add column status text default 'new' not null",
  'alter table lead add column owner text',
  'alter table lead add column revision integer default 1 not null',
  'alter table lead add column contacted_at text',
  'alter table lead add column accepted_at text',
  'alter table lead add column first_touch text',
  `create table lead_note (
    id text primary key,
    lead_id text not null,
    author text not null,
    author_name text not null,
    text text not null,
    created_at text not null
  )`,
  'create index lead_note_lead on lead_note (lead_id, id)',
  `create table lead_saved_view (
    id text primary key,
    owner text not null,
    name text not null,
    query text not null
  )`,
  // Export tickets, which are used shortly after, possibly by another process.
  `create table lead_export_ticket (
    hash text primary key,
    actor text not null,
    actor_name text not null,
    format text not null,
    filter text not null,
    expires_at text not null
  )`,
  'create table lead_retention (form text primary key, days integer not null)',
  // The caller sets `seq`, so that there are no gaps.
  `create table lead_audit (
    seq integer primary key,
    at text not null,
    actor text not null,
    actor_name text not null,
    action text not null,
    lead_id text,
    detail text not null
  )`,
  'create index lead_audit_lead on lead_audit (lead_id, seq)',
  // Leads are indexed in the background: each change adds its lead's id here, and this migration adds all existing
  // leads. `changes` increases with each change, so that a change during indexing is not lost. The index on SQLite is
  // a separate file, which is rebuilt when missing.
  'create table lead_to_index (lead_id text primary key, changes integer default 1 not null)',
  'insert into lead_to_index (lead_id) select id from lead order by id',
  'create table lead_index (id integer primary key, version bigint not null)',
  'insert into lead_index values (1, 0)',
  // Counts per quarter of an hour, because a day in any time zone consists of those. On PostgreSQL, each connection
  // has its own slot: with a shared row, connections would wait for each other's commits.
  `create table lead_counter (
    form text not null,
    quarter text not null,
    slot integer not null,
    leads integer not null,
    constraint lead_counter_key primary key (form, quarter, slot)
  )`,
  `insert into lead_counter
    select form, ${quarterInSql} as quarter, 0, count(*) from lead
    where spam = 0 group by form, quarter`,
  `create table lead_visit (
    hour text not null,
    page text not null,
    campaign text not null,
    seen integer not null,
    opened integer not null,
    constraint lead_visit_key primary key (hour, page, campaign)
  )`,
]
