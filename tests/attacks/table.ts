import { readFileSync, writeFileSync } from 'node:fs'
import type { Report } from './attack.ts'
import { missedBounds } from './bounds.ts'
import { percentile } from './percentile.ts'
import type { Outcome } from './run-attacks.ts'
import type { VisitResults } from './visitors.ts'

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
    const misses = missedBounds(outcome)
    return [
      attack,
      rate,
      timesOf(visitors.pages),
      timesOf(visitors.forms),
      served(visitors.images),
      memory,
      got(reports),
      misses.length === 0 ? 'yes' : `**no**: ${misses.join('; ')}`,
    ]
  })
  const all = [headings, headings.map(() => '---'), ...lines]
  return all.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n')
}

const escapeCell = (cell: string | number) => String(cell).replaceAll('|', '\\|')

const timesOf = ({ times }: VisitResults) =>
  [50, 99, 100].map((percent) => Math.round(percentile(times, percent))).join(' / ')

function served({ times, wrong }: VisitResults): string {
  const failed = Object.values(wrong).reduce((sum, count) => sum + count, 0)
  return `${times.length - failed} of ${times.length}`
}

function got(reports: readonly Report[]): string {
  const responses: Record<string, number> = {}
  const add = (name: string, count: number) => {
    if (count > 0) responses[name] = (responses[name] ?? 0) + count
  }
  for (const report of reports) {
    for (const [status, count] of Object.entries(report.responses)) add(status, count)
    add('cut off', report.cutOff)
    add('left waiting', report.waiting)
  }
  const facts = reports.flatMap(({ facts }) => Object.entries(facts))
  return [
    ...Object.entries(responses).map(([response, count]) => `${response} × ${count}`),
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
