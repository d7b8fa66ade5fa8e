import { originOf } from '../../first-touch.ts'
import { formKeys } from '../../forms/forms.ts'
import type { Payload } from '../../lead.ts'
import type { StoredRow } from '../exported-columns.ts'

/** A lead as it is exported. */
export interface ExportedRow extends StoredRow {
  /** What its owner is called; empty for nobody, and for who is not known here. */
  ownerName: string
}

/** What is told of every lead, in this order. */
const about = [
  ...['id', 'form', 'state', 'spam', 'created_at', 'delivered_at'],
  ...['status', 'owner', 'owner_name', 'revision', 'source', 'campaign'],
] as const

/** What the site's forms ask, each key once, in the forms' order; and whatever else a lead says, as JSON. */
const keys = [...new Set(formKeys)]
const places = new Map(keys.map((key, index) => [key, about.length + index]))
const rest = 'other'

/** The columns of a table of leads, which are the same whatever leads are in it. */
export const columns: readonly string[] = [...about, ...keys, rest]

/** A lead's cells under `columns`. Written for speed: a million of them are an export. */
export function cellsOf(row: ExportedRow): string[] {
  const { source, campaign } = originOf(row.first_touch)
  const cells = [
    ...[row.id, row.form, row.state, row.spam === 1 ? 'true' : 'false', row.created_at],
    ...[row.delivered_at ?? '', row.status, row.owner ?? '', row.ownerName],
    ...[String(row.revision), source, campaign],
  ]
  for (let place = about.length; place < columns.length; place++) cells.push('')
  const payload = JSON.parse(row.payload) as Payload
  let others: Record<string, unknown> | undefined
  for (const key in payload) {
    const place = places.get(key)
    if (place !== undefined) cells[place] = String(payload[key])
    else others = { ...others, [key]: payload[key] }
  }
  if (others) cells[columns.length - 1] = JSON.stringify(others)
  return cells
}

/** A lead as a JSON object in one line. */
export function jsonOf(row: ExportedRow): string {
  const { id, form, state, spam, created_at, delivered_at, status, owner } = row
  const told = { id, form, state, spam: spam === 1, created_at, delivered_at }
  const { ownerName: owner_name, revision } = row
  const staff = { status, owner, owner_name, revision, ...originOf(row.first_touch) }
  const json = JSON.stringify({ ...told, ...staff })
  // It is JSON already, in one line, byte for byte as it is sent.
  return `${json.slice(0, -1)},"payload":${row.payload}}`
}
