import { createReadStream } from 'node:fs'
import * as z from 'zod'
import { OperatorError } from '../../operator-error.ts'
import { sessionSettings, withConnection } from './connect.ts'
import { type TableDefinition, tableDefinition } from './definitions.ts'
import { dropTables, hasLeads, leadTables } from './leads.ts'

/** Number of bytes of rows that are inserted in one query. */
const batchBytes = 1 << 20

/** Maximum length of a line, in bytes. No row or list of tables is longer. */
const maxLineBytes = 64 << 20

const header = z.object({ format: z.literal(1), tables: z.array(tableDefinition) })

/**
 * Checks that a database has no lead tables.
 *
 * @throws OperatorError when it has, or when the database is unreachable
 */
export async function assertEmptyDatabase(databaseUrl: string): Promise<void> {
  if (!(await hasLeads(databaseUrl))) return
  throw new OperatorError(
    'The database in DATABASE_URL already has leads. Restore into an empty database',
  )
}

/**
 * Creates the tables of an export with their rows, in one transaction.
 *
 * @param replace whether to drop existing lead tables first
 * @throws OperatorError for errors of PostgreSQL, or when the file is not an export
 */
export async function importLeads(
  file: string,
  databaseUrl: string,
  replace = false,
): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    await client.query('begin')
    await client.query(sessionSettings)
    if (replace) await dropTables(client, await leadTables(client))
    const tables = await readExport(file, {
      begin: async (all) => {
        for (const sql of all.flatMap(({ create }) => create)) await client.query(sql)
      },
      insert: async ({ name, columns }, rows) => {
        const into = columns.map((column) => client.escapeIdentifier(column.name)).join(', ')
        const values = columns.map(({ type }, index) => `(row ->> ${index})::${type}`).join(', ')
        await client.query(
          `insert into ${client.escapeIdentifier(name)} (${into})
            select ${values} from jsonb_array_elements($1::jsonb) with ordinality as rows (row, at) order by at`,
          [`[${rows.join(',')}]`],
        )
      },
    })
    for (const sql of tables.flatMap(({ finish }) => finish)) await client.query(sql)
    // Queued mail may have been sent since: an operator releases it.
    if (tables.some(({ name }) => name === 'lead_mail')) {
      await client.query("update lead_mail set sender = 'restored'")
    }
    await client.query('commit')
  })
}

/**
 * Checks that an export can be read completely and has the expected number of leads.
 *
 * @throws OperatorError otherwise
 */
export async function checkExport(file: string, leads: number | undefined): Promise<void> {
  let found = 0
  await readExport(file, {
    begin: async () => {},
    insert: async ({ name, columns }, rows) => {
      for (const row of rows) {
        const values = JSON.parse(row)
        if (values.length !== columns.length) throw new SyntaxError()
        if (name === 'lead') found++
      }
    },
  })
  if (found !== leads)
    throw new OperatorError(`The restored data has ${found} leads, the backup had ${leads}`)
}

interface ExportReader {
  begin(tables: TableDefinition[]): Promise<void>
  /** Receives one or more rows of a table, as JSON. */
  insert(table: TableDefinition, rows: string[]): Promise<void>
}

async function readExport(
  file: string,
  { begin, insert }: ExportReader,
): Promise<TableDefinition[]> {
  let tables: TableDefinition[] | undefined
  let table: TableDefinition | undefined
  let rows: string[] = []
  let bytes = 0
  const flush = async () => {
    if (table && rows.length > 0) await insert(table, rows)
    rows = []
    bytes = 0
  }
  try {
    for await (const line of linesOf(file)) {
      if (!tables) {
        tables = header.parse(JSON.parse(line)).tables
        await begin(tables)
      } else if (line.startsWith('[')) {
        if (!table) throw new SyntaxError()
        rows.push(line)
        bytes += line.length
        if (bytes >= batchBytes) await flush()
      } else {
        await flush()
        table = tables[Number(line)]
      }
    }
    await flush()
    if (tables) return tables
    throw new SyntaxError()
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    throw new OperatorError('The PostgreSQL leads in the backup are damaged')
  }
}

/** Yields the lines of a file. Splits only at line feeds, because texts may contain other line separators. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const bytes of createReadStream(file, { highWaterMark: 1 << 20 })) {
    let data = Buffer.concat([rest, bytes])
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10)) {
      yield data.toString('utf8', 0, end)
      data = data.subarray(end + 1)
    }
    rest = data
    if (rest.length > maxLineBytes) throw new SyntaxError()
  }
  if (rest.length > 0) throw new SyntaxError()
}
