import type { Client } from 'pg'
import { connect, databaseError, sessionSettings } from './connect.ts'
import { type TableDefinition, tableDefinitions } from './definitions.ts'

/** Rows that are fetched at a time: a lead has up to 100 kB, and mostly less than one. */
const fetched = 500

/** The leads' tables as they are at one moment, while sites write to them. */
export interface LeadsExport {
  leads: number
  /** Lines of JSON: the tables, then for each its index among them before its rows, as arrays of text. */
  lines(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/**
 * Opens a consistent snapshot of the leads in PostgreSQL; undefined where no site has made its tables. It needs
 * no other program, and memory for some hundred rows. Close it.
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
