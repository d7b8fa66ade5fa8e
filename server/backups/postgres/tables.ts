/**
 * The leads' tables, with those of the migrations: without them no site could start on what is restored.
 * As `pg_dump` has patterns: `*` is anything.
 */
const patterns = ['lead', 'lead_*', 'kysely_*']

/** Has `pg_dump` write these tables alone. */
export const dumpedTables: readonly string[] = patterns.map((pattern) => `--table=${pattern}`)

/** The same as patterns of SQL's `like`. */
export const likeTables: readonly string[] = patterns.map((pattern) =>
  pattern.replaceAll('_', '\\_').replaceAll('*', '%'),
)
