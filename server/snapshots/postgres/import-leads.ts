import { createReadStream } from 'node:fs'
import * as z from 'zod'
import { OperatorError } from '../../operator-error.ts'
import { sessionSettings, withConnection } from './connect.ts'
import { dropTables, hasLeads, leadTables } from './leads.ts'

/** Rows are sent once they have this many bytes. */
const batchBytes = 1 << 20

/** No row and no list of tables is longer; in bytes. */
const maxLineBytes = 64 << 20

const header = z.object({
  format: z.literal(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      create: z.array(z.string()),
      finish: z.array(z.string()),
    }),
  ),
})
type Table = z.infer<typeof header>['tables'][number]

/** @throws OperatorError when the database holds leads already, or can't be reached */
export async function assertEmptyDatabase(databaseUrl: string): Promise<void> {
  if (!(await hasLeads(databaseUrl))) return
  throw new OperatorError('The database in DATABASE_URL holds leads: restore into an empty one')
}

/**
 * Creates the tables of an exported file in a database, with their rows: all of it, or nothing.
 *
 * @param replace drops the leads' tables that are there
 * @throws OperatorError for an error of PostgreSQL, or when the file is not an export
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
    await client.query('commit')
  })
}

/** @throws OperatorError unless an exported file can be read to its end, and has that many leads */
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
    throw new OperatorError(`There are ${found} leads, and ${leads} in the backup`)
}

interface ExportReader {
  begin(tables: Table[]): Promise<void>
  /** Takes rows of a table, as JSON, at least one. */
  insert(table: Table, rows: string[]): Promise<void>
}

async function readExport(file: string, { begin, insert }: ExportReader): Promise<Table[]> {
  let tables: Table[] | undefined
  let table: Table | undefined
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
    throw new OperatorError('The leads of PostgreSQL in the backup are damaged')
  }
}

/** Lines end with a line feed alone: texts may hold other separators. */
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
