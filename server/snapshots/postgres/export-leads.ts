import type { Client } from 'pg'
import { connect, databaseError, sessionSettings } from './connect.ts'
import { type TableDefinition, tableDefinitions } from './definitions.ts'

/** Number of rows per fetch. A lead has up to 100 kB, but usually less than 1 kB. */
const fetched = 500

/** A consistent export of the lead tables. Sites may keep writing to them. */
export interface LeadsExport {
  leads: number
  /**
   * Yields lines of JSON. The first line contains the table definitions. Then follow, for each table, a line with its
   * index and one line per row, as an array of texts.
   */
  lines(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/**
 * Opens a consistent snapshot of the leads in PostgreSQL. Resolves to undefined if no site has created its tables
 * there. Needs no external program, and memory for a few hundred rows. The caller must close it.
 *
 * @throws OperatorError when the database can't be read
 */
export async function exportLeads(databaseUrl: string): Promise<LeadsExport | undefined> {
  const client = await connect(databaseUrl)
  const close = () => client.end().catch(() => {})
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(sessionSettings)
    const tables = await tableDefinitions(client)
    if (!tables.some(({ name }) => name === 'lead')) {
      await close()
      return undefined
    }
    const names = tables.map(({ name }) => client.escapeIdentifier(name))
    await client.query(`lock table ${names.join(', ')} in access share mode`)
    const { rows } = await client.query<{ leads: number }>(
      'select count(*)::int as leads from lead',
    )
    return { leads: rows[0]?.leads ?? 0, lines: () => linesOf(client, tables), close }
  } catch (error) {
    await close()
    throw databaseError(error)
  }
}

async function* linesOf(client: Client, tables: TableDefinition[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify({ format: 1, tables })}\n`)
  try {
    for (const [index, { name, columns }] of tables.entries()) {
      yield Buffer.from(`${index}\n`)
      const texts = columns.map((column) => `${client.escapeIdentifier(column.name)}::text`)
      const row = `array_to_json(array[${texts.join(', ')}])::text as row`
      await client.query(
        `declare exported no scroll cursor for select ${row} from ${client.escapeIdentifier(name)}`,
      )
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${fetched} from exported`)
        if (rows.length === 0) break
        yield Buffer.from(rows.map((each) => `${each.row}\n`).join(''))
      }
      await client.query('close exported')
    }
  } catch (error) {
    throw databaseError(error)
  }
}
