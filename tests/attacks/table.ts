import { readFileSync, writeFileSync } from 'node:fs'
import type { Report } from './attack.ts'
import { missed } from './bounds.ts'
import { percentile } from './percentile.ts'
import type { Fared } from './visitors.ts'
import type { Outcome } from './withstand.ts'

/** A row of the table. */
export interface Row {
  attack: string
  rate: string
  outcome: Outcome
}

const headings = [
  'attack',
  'rate',
  'pages p50 / p99 / max, ms',
  'forms p50 / p99 / max, ms',
  'images served',
  'memory, MB',
  'the attacker got',
  'held',
]

/** Returns the rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ attack, rate, outcome }) => {
    const { visitors, memory, reports } = outcome
    const misses = missed(outcome)
    return [
      attack,
      rate,
      timesOf(visitors.pages),
      timesOf(visitors.forms),
      served(visitors.pictures),
      memory,
      got(reports),
      misses.length === 0 ? 'yes' : `**no**: ${misses.join('; ')}`,
    ]
  })
  const all = [headings, headings.map(() => '---'), ...lines]
  return all.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n')
}

const escapeCell = (cell: string | number) => String(cell).replaceAll('|', '\\|')

const timesOf = ({ times }: Fared) =>
  [50, 99, 100].map((percent) => Math.round(percentile(times, percent))).join(' / ')

function served({ times, wrong }: Fared): string {
  const failed = Object.values(wrong).reduce((sum, count) => sum + count, 0)
  return `${times.length - failed} of ${times.length}`
}

function got(reports: readonly Report[]): string {
  const answers: Record<string, number> = {}
  const add = (name: string, count: number) => {
    if (count > 0) answers[name] = (answers[name] ?? 0) + count
  }
  for (const report of reports) {
    for (const [status, count] of Object.entries(report.answers)) add(status, count)
    add('cut off', report.cutOff)
    add('left waiting', report.waiting)
  }
  const facts = reports.flatMap(({ facts }) => Object.entries(facts))
  return [
    ...Object.entries(answers).map(([answer, count]) => `${answer} × ${count}`),
    ...facts.map(([name, value]) => `${name}: ${value}`),
  ].join(', ')
}

const begin = '<!-- attacks: written by npm run test:attacks -->'
const end = '<!-- /attacks -->'

/** Replaces the text between the two markers of a document. @throws Error if it has no markers */
export function writeBetweenMarkers(file: string, text: string): void {
  const document = readFileSync(file, 'utf8')
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from < 0 || to < from)
    throw new Error(`${file} has no markers for the table of attacks: ${begin} and ${end}`)
  const before = document.slice(0, from + begin.length)
  writeFileSync(file, `${before}\n\n${text}\n\n${document.slice(to)}`)
}
