/**
 * The tables of the index of leads on PostgreSQL. Those for SQLite are in `staff/index/sqlite-index.ts`.
 *
 * - `lead_entry`: one row per lead, numbered in the order of arrival. `terms` is stored outside of the row, because
 * lists read many rows, and only the GIN index reads terms. `format` is the version of the code that wrote the row,
 * or 0 if unknown.
 * - `lead_chunk`: first and last time of the leads of a chunk of numbers
 * - `lead_figure`: number of leads by day or month, form, and facet value
 *
 * Text is compared by bytes, as on SQLite, except for ids, which are joined with those of `lead`.
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
  // New entries collect in a pending list, which the indexer merges by the thousand. Each search reads the whole
  // list: 4 MB in 2 ms.
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
