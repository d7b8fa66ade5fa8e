import { languageName } from '../../contract/language-name.ts'
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

type Kind = 'code' | 'date' | 'text'

/** Columns that the site fills in, their kinds, and their labels. Those without a label are for programs. */
const about: Readonly<Record<string, readonly [Kind, label?: string]>> = {
  id: ['code', 'Lead ID'],
  form: ['code', 'Form'],
  language: ['code', 'Language'],
  state: ['code', 'Delivery'],
  spam: ['code', 'Spam'],
  created_at: ['date', 'Received (UTC)'],
  delivered_at: ['date', 'Delivered (UTC)'],
  confirmed_at: ['date', 'Email confirmed (UTC)'],
  place: ['code', 'Place'],
  referrals: ['code', 'Referrals'],
  status: ['code', 'Status'],
  owner: ['code'],
  owner_name: ['text', 'Owner'],
  revision: ['code'],
  source: ['text', 'Source'],
  campaign: ['text', 'Campaign'],
  first_touch_medium: ['text', 'Medium'],
  first_touch_term: ['text', 'Search term'],
  first_touch_content: ['text', 'Ad or link'],
  first_touch_referrer: ['text', 'Came from'],
  first_touch_landing: ['text', 'First page'],
  type: ['text'],
  notes: ['text', 'Notes'],
  other: ['text', 'Other'],
}

/** Columns whose values the table in words capitalizes. */
const worded = ['form', 'state', 'status']

/** The remaining first-touch columns (see `FirstTouch`). */
const touch = ['medium', 'term', 'content', 'referrer', 'landing'] as const

/** The table that leads are exported to. Its columns do not depend on the leads. */
export interface Table {
  columns: readonly string[]
  /** The first line: labels in words, or the names of the columns. */
  headers: readonly string[]
  /**
   * The kind of each column: `code` for values of the site, `date` for ISO 8601 in UTC or an empty cell, `text` for
   * text by people.
   */
  kinds: readonly Kind[]
  /** Returns a lead's cells, in the order of `columns`. */
  cellsOf(row: ExportedRow): string[]
}

/**
 * Creates a table with the fields of all forms, each key once, in words for people or raw for programs. All forms
 * share one column for names.
 */
export function tableOf(forms: readonly FormDescription[], style: 'words' | 'raw'): Table {
  const keys = new Set(['type', ...forms.flatMap(({ labels }) => Object.keys(labels))])
  for (const key of nameKeys) keys.delete(key)
  const ours = [
    'name',
    ...Object.keys(about).filter((key) => !['type', 'notes', 'other'].includes(key)),
  ]
  const all = [...ours, ...keys, 'notes', 'other']
  const indexes = new Map([...keys].map((key, index) => [key, ours.length + index]))
  const labelOf = (key: string) =>
    key in about ? about[key]?.[1] : forms.find(({ labels }) => labels[key])?.labels[key]
  const isRaw = style === 'raw'
  const shown = [...all.keys()].filter((index) => isRaw || labelOf(all[index] ?? '') !== undefined)
  const columns = shown.map((index) => all[index] ?? '')
  return {
    columns,
    headers: columns.map((key) => (isRaw ? key : labelOf(key)) ?? key),
    kinds: columns.map((key) => about[key]?.[0] ?? 'text'),
    cellsOf(row) {
      const cells = cellsOf(row, all.length, indexes, isRaw)
      return isRaw
        ? cells
        : shown.map((index) => {
            const cell = cells[index] as string
            if (all[index] === 'language') return languageName(cell)
            return worded.includes(all[index] ?? '') ? inWords(cell) : cell
          })
    },
  }
}

/** Returns a value of the site as people read it, such as 'Affiliate regular'. */
const inWords = (value: string) =>
  value.charAt(0).toUpperCase() + value.slice(1).replaceAll('-', ' ')

const isName = (key: string) => nameKeys.includes(key)

/** Returns all cells of a lead. Optimized for speed, because an export may have a million leads. */
function cellsOf(
  row: ExportedRow,
  columns: number,
  indexes: ReadonlyMap<string, number>,
  isRaw: boolean,
): string[] {
  const textOfValue = (value: unknown) =>
    isRaw || typeof value !== 'boolean' ? String(value) : value ? 'Yes' : 'No'
  const { source, campaign } = originOf(row.first_touch)
  const payload = JSON.parse(row.payload) as Payload
  const cells = [
    ...[nameIn(payload), row.id, row.form, row.language, row.state, textOfValue(row.spam === 1)],
    ...[row.created_at, row.delivered_at ?? '', row.confirmed_at ?? ''],
    ...[String(row.place ?? ''), String(row.referrals ?? ''), row.status, row.owner ?? ''],
    ...[row.ownerName, String(row.revision), source, campaign, ...touchOf(row)],
  ]
  while (cells.length < columns) cells.push('')
  let others: Record<string, unknown> | undefined
  for (const key in payload) {
    const index = indexes.get(key)
    if (index !== undefined) cells[index] = textOfValue(payload[key])
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
  const { id, form, language, state, spam, created_at, delivered_at, status, owner } = row
  const lead = { id, form, language, state, spam: spam === 1, created_at, delivered_at }
  const { ownerName: owner_name, revision, confirmed_at, place, referrals } = row
  const staff = {
    confirmed_at,
    place,
    referrals,
    status,
    owner,
    owner_name,
    revision,
    ...originOf(row.first_touch),
  }
  const json = JSON.stringify({ ...lead, ...staff })
  // The payload is JSON on one line already, exactly as it is delivered.
  return `${json.slice(0, -1)},"payload":${row.payload}}`
}
