/**
 * The tables of the index of leads on PostgreSQL. SQLite's are in `staff/index/sqlite/tables.ts`.
 *
 * - `lead_entry`: a row for each lead, numbered in the order in which they came. Its terms are kept out
 *   of the row, which many are read of, while nobody reads the terms but the GIN index. `format` is the
 *   version of the code that made the row, 0 where that did not set it.
 * - `lead_chunk`: when the leads of so many numbers came
 * - `lead_figure`: leads by day, and by month, form and what they say
 *
 * Text is compared by its bytes, as on SQLite, but for ids, which are joined with those of `lead`.
 */
export const postgresIndex: readonly string[] = [
  `create table lead_entry (
    seq bigint primary key,
    lead_id text not null unique,
    created_at text collate "C" not null,
    name text collate "C" not null,
    email text collate "C" not null,
    facets text collate "C" not null,
    terms tsvector not null,
    format integer not null default 0
  ) with (toast_tuple_target = 128)`,
  'alter table lead_entry alter column terms set storage external',
  'create index lead_entry_name on lead_entry (name, seq)',
  'create index lead_entry_email on lead_entry (email, seq)',
  'create index lead_entry_format on lead_entry (format)',
  // New entries wait in a list that is put into the index by the thousand, by whoever indexes; each search
  // reads all of it, 4 MB in 2 ms.
  `create index lead_entry_terms on lead_entry using gin (terms)
    with (fastupdate = on, gin_pending_list_limit = 4096)`,
  `create table lead_chunk (
    chunk integer primary key,
    first_at text collate "C" not null,
    last_at text collate "C" not null
  )`,
  `create table lead_figure (
    facet text collate "C" not null,
    day text collate "C" not null,
    form text collate "C" not null,
    value text collate "C" not null,
    leads integer not null,
    primary key (facet, day, form, value)
  )`,
]
