import { type Options, stringify } from 'csv-stringify/sync'
import type { LeadRow } from '../store/database.ts'
import { CommandError } from './command.ts'
import { payloadOf } from './read-leads.ts'

/** What each line begins with. */
const fixed = ['id', 'form', 'state', 'spam', 'created_at', 'delivered_at'] as const

const format: Options = { quoted: true, escape_formulas: true, record_delimiter: 'windows' }

/**
 * Writes leads as CSV (RFC 4180), in UTF-8 with a byte order mark, without which Excel reads names
 * as Latin. Every cell is quoted and one that a spreadsheet would calculate gets an apostrophe in
 * front, since visitors write what they like.
 *
 * @param keys the payloads' keys, in the order of their columns
 * @throws CommandError at a lead with any other key
 */
export async function* csv(
  leads: AsyncIterable<LeadRow>,
  keys: readonly string[],
): AsyncGenerator<string> {
  yield stringify([[...fixed, ...keys]], { ...format, bom: true })
  for await (const lead of leads) {
    const payload = payloadOf(lead)
    if (Object.keys(payload).some((key) => !keys.includes(key))) {
      throw new CommandError('A lead with a new field came in meanwhile; please export again')
    }
    const values = { ...lead, spam: lead.spam === 1 }
    const record = [...fixed.map((name) => values[name]), ...keys.map((key) => payload[key])]
    yield stringify([record.map((value) => String(value ?? ''))], format)
  }
}
