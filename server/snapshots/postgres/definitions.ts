import type { Client } from 'pg'
import * as z from 'zod'
import { OperatorError } from '../../operator-error.ts'
import { tablePatterns } from './leads.ts'

/** The definition of a table as SQL statements, as it is exported. */
export const tableDefinition = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** Creates the empty table. */
  create: z.array(z.string()),
  /** Adds constraints and indexes. This is faster after the rows have been inserted. */
  finish: z.array(z.string()),
})
export type TableDefinition = z.infer<typeof tableDefinition>

/** Resolves to the definitions of the lead tables in the schema that the site uses. */
export async function tableDefinitions(client: Client): Promise<TableDefinition[]> {
  const { rows } = await client.query<TableDefinition>(definitionsQuery, [tablePatterns])
  const sequence = rows.find(({ create }) => create.some((sql) => sql.includes(' nextval(')))
  if (!sequence) return rows
  throw new OperatorError(
    `The table ${sequence.name} uses a sequence, which backups don't support. If the table does not belong to the site, rename it`,
  )
}

const definitionsQuery = `
with tables as (
  select c.oid, c.relname as name, quote_ident(c.relname) as quoted, c.reloptions
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname like any($1)
), columns as (
  select a.attrelid as oid, a.attnum, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    quote_ident(a.attname) as quoted, a.attstorage as storage, t.typstorage as usual,
    case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(l.collname) else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
      || case when a.attnotnull then ' not null' else '' end as options
  from pg_attribute a join tables on tables.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_collation l on l.oid = a.attcollation
  where a.attnum > 0 and not a.attisdropped
)
select name,
  (select json_agg(json_build_object('name', name, 'type', type) order by attnum)
    from columns where oid = tables.oid) as columns,
  array[(select 'create table ' || tables.quoted || ' ('
      || string_agg(quoted || ' ' || type || options, ', ' order by attnum) || ')'
      || coalesce(' with (' || array_to_string(tables.reloptions, ', ') || ')', '')
    from columns where oid = tables.oid)]
  || array(select 'alter table ' || tables.quoted || ' alter ' || quoted || ' set storage '
      || case storage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end
    from columns where oid = tables.oid and storage <> usual) as create,
  array(select 'alter table ' || tables.quoted || ' add constraint ' || quote_ident(conname) || ' '
      || pg_get_constraintdef(oid, true)
    from pg_constraint where conrelid = tables.oid and contype in ('p', 'u', 'c', 'x') order by conname)
  || array(select pg_get_indexdef(indexrelid, 0, true) from pg_index
    where indrelid = tables.oid
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by indexrelid) as finish
from tables order by name`
