import { originOf } from '../../first-touch.ts'
import type { FormDescription } from '../../form-description.ts'
import { jsonRecord } from '../../json-record.ts'
import type { Payload } from '../../lead.ts'
import { nameIn, nameKeys } from '../../lead.ts'
import type { StoredRow } from '../exported-columns.ts'

/** A lead to export. */
export interface ExportedRow extends StoredRow {
  /** Name of the lead's owner; empty without an owner, or if the owner has no account here. */
  ownerName: string
}

/** Columns that the site fills in, and their kinds. */
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

/** The remaining first-touch columns (see `FirstTouch`). */
const touch = ['medium', 'term', 'content', 'referrer', 'landing'] as const

/** The table that leads are exported to. Its columns do not depend on the leads. */
export interface Table {
  columns: readonly string[]
  /**
   * The kind of each column: `code` for values of the site, `date` for ISO 8601 in UTC or an empty cell, `text` for
   * text by people.
   */
  kinds: readonly ('code' | 'date' | 'text')[]
  /** Returns a lead's cells, in the order of `columns`. */
  cellsOf(row: ExportedRow): string[]
}

/** Creates a table with the fields of all forms, each key once. All forms share one column for names. */
export function tableOf(forms: readonly FormDescription[]): Table {
  const keys = new Set(['type', ...forms.flatMap(({ labels }) => Object.keys(labels))])
  for (const key of nameKeys) keys.delete(key)
  const ours = ['name', ...Object.keys(about), ...touch.map((key) => `first_touch_${key}`)]
  const columns = [...ours, ...keys, 'notes', 'other']
  const indexes = new Map([...keys].map((key, index) => [key, ours.length + index]))
  return {
    columns,
    kinds: columns.map(
      (column) => about[column as keyof typeof about] ?? (column === 'other' ? 'code' : 'text'),
    ),
    cellsOf: (row) => cellsOf(row, columns.length, indexes),
  }
}

const isName = (key: string) => nameKeys.includes(key)

/** Returns a lead's cells. Optimized for speed, because an export may have a million leads. */
function cellsOf(
  row: ExportedRow,
  columns: number,
  indexes: ReadonlyMap<string, number>,
): string[] {
  const { source, campaign } = originOf(row.first_touch)
  const payload = JSON.parse(row.payload) as Payload
  const cells = [
    ...[nameIn(payload), row.id, row.form, row.state, row.spam === 1 ? 'true' : 'false'],
    ...[row.created_at, row.delivered_at ?? '', row.status, row.owner ?? '', row.ownerName],
    ...[String(row.revision), source, campaign, ...touchOf(row)],
  ]
  while (cells.length < columns) cells.push('')
  let others: Record<string, unknown> | undefined
  for (const key in payload) {
    const index = indexes.get(key)
    if (index !== undefined) cells[index] = String(payload[key])
    else if (!isName(key)) others = { ...others, [key]: payload[key] }
  }
  cells[columns - 2] = textOf(row.notes)
  if (others) cells[columns - 1] = JSON.stringify(others)
  return cells
}

function touchOf({ first_touch }: ExportedRow): string[] {
  const record = first_touch === null ? {} : jsonRecord(first_touch)
  return touch.map((key) => (typeof record[key] === 'string' ? record[key] : ''))
}

const textOf = (notes: StoredRow['notes']) =>
  notes.map(({ at, by, text }) => `${at.slice(0, 10)} ${by}: ${text}`).join('\n')

/** Returns a lead as a JSON object on one line. */
export function jsonOf(row: ExportedRow): string {
  const { id, form, state, spam, created_at, delivered_at, status, owner } = row
  const lead = { id, form, state, spam: spam === 1, created_at, delivered_at }
  const { ownerName: owner_name, revision } = row
  const staff = { status, owner, owner_name, revision, ...originOf(row.first_touch) }
  const json = JSON.stringify({ ...lead, ...staff })
  // The payload is JSON on one line already, exactly as it is delivered.
  return `${json.slice(0, -1)},"payload":${row.payload}}`
}
