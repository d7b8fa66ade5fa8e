import { originOf } from '../../first-touch.ts'
import { formKeys } from '../../forms/forms.ts'
import { jsonRecord } from '../../json-record.ts'
import type { Payload } from '../../lead.ts'
import type { StoredNote, StoredRow } from '../exported-columns.ts'
import { nameIn, nameKeys } from '../summary.ts'

/** A lead as it is exported. */
export interface ExportedRow extends StoredRow {
  /** Its owner's name; empty without an owner, or where the owner has no account here. */
  ownerName: string
}

/** The columns that the site itself fills in, and what each holds. */
const about = {
  id: 'code',
  form: 'code',
  state: 'code',
  spam: 'code',
  created_at: 'date',
  delivered_at: 'date',
  status: 'code',
  owner: 'code',
  owner_name: 'text',
  revision: 'code',
  source: 'text',
  campaign: 'text',
} as const

/** The rest of the first touch (see `FirstTouch`). */
const touch = ['medium', 'term', 'content', 'referrer', 'landing'] as const

/** The fields of all forms, each key once, in the forms' order; names have one column for all forms. */
const keys = [...new Set(formKeys)].filter((key) => !nameKeys.includes(key))

/** The columns of a table of leads, which never depend on the leads in it. */
export const columns: readonly string[] = [
  'name',
  ...Object.keys(about),
  ...touch.map((key) => `first_touch_${key}`),
  ...keys,
  'notes',
  'other',
]

/**
 * The kind of each column: `code` for values of the site's own, `date` for ISO 8601 in UTC or nothing,
 * `text` for what people wrote.
 */
export const kinds = columns.map(
  (column) => about[column as keyof typeof about] ?? (column === 'other' ? 'code' : 'text'),
)

const firstKey = columns.indexOf(keys[0] ?? 'notes')
const indexes = new Map(keys.map((key, index) => [key, firstKey + index]))
const isName = (key: string) => nameKeys.includes(key)

/** Returns a lead's cells under `columns`. Written for speed: an export may have a million of them. */
export function cellsOf(row: ExportedRow): string[] {
  const { source, campaign } = originOf(row.first_touch)
  const payload = JSON.parse(row.payload) as Payload
  const cells = [
    ...[nameIn(payload), row.id, row.form, row.state, row.spam === 1 ? 'true' : 'false'],
    ...[row.created_at, row.delivered_at ?? '', row.status, row.owner ?? '', row.ownerName],
    ...[String(row.revision), source, campaign, ...touchOf(row)],
  ]
  while (cells.length < columns.length) cells.push('')
  let others: Record<string, unknown> | undefined
  for (const key in payload) {
    const index = indexes.get(key)
    if (index !== undefined) cells[index] = String(payload[key])
    else if (!isName(key)) others = { ...others, [key]: payload[key] }
  }
  if (row.notes) cells[columns.length - 2] = textOf(JSON.parse(row.notes) as StoredNote[])
  if (others) cells[columns.length - 1] = JSON.stringify(others)
  return cells
}

function touchOf({ first_touch }: ExportedRow): string[] {
  const record = first_touch === null ? {} : jsonRecord(first_touch)
  return touch.map((key) => (typeof record[key] === 'string' ? record[key] : ''))
}

const textOf = (notes: readonly StoredNote[]) =>
  notes.map(({ at, by, text }) => `${at.slice(0, 10)} ${by}: ${text}`).join('\n')

/** Returns a lead as a JSON object in one line. */
export function jsonOf(row: ExportedRow): string {
  const { id, form, state, spam, created_at, delivered_at, status, owner } = row
  const lead = { id, form, state, spam: spam === 1, created_at, delivered_at }
  const { ownerName: owner_name, revision } = row
  const staff = { status, owner, owner_name, revision, ...originOf(row.first_touch) }
  const json = JSON.stringify({ ...lead, ...staff })
  // The payload is JSON in one line already, byte for byte as it is sent.
  return `${json.slice(0, -1)},"payload":${row.payload}}`
}
