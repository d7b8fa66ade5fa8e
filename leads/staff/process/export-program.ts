import { once } from 'node:events'
import { Socket } from 'node:net'
import type { ExportFilter } from '../../contract/contract.ts'
import type { ExportFormat, NamesOf } from '../export/write-leads.ts'
import { exportLeads } from '../index/export-leads.ts'
import type { LeadSource } from '../index/open-index.ts'

// The program that writes leads out, to its standard output: see export-process.ts.

/** What it is told at its start. */
export interface ExportJob {
  source: LeadSource
  format: ExportFormat
  filter: ExportFilter
}

/** What it tells: how many leads are written, and of whom it wants the names. */
export type ExportMessage = { rows: number } | { people: readonly string[] }

const namesOf: NamesOf = (people) =>
  new Promise((resolve) => {
    process.once('message', (answer) =>
      resolve((answer as { names: Record<string, string> }).names),
    )
    tell({ people })
  })

function tell(message: ExportMessage, onSent?: () => void): void {
  process.send?.(message, undefined, undefined, onSent)
}

process.once('message', async ({ source, format, filter }: ExportJob) => {
  let rows = 0
  try {
    const out = new Socket({ fd: 1, readable: false })
    for await (const part of exportLeads(source, format, filter, namesOf, (more) => {
      rows += more
    })) {
      if (!out.write(part)) await once(out, 'drain')
      tell({ rows })
    }
    await new Promise<void>((resolve) => out.end(resolve))
    tell({ rows }, () => process.exit(0))
  } catch {
    // Whoever reads is told by the exit; a reason could name data.
    process.exit(1)
  }
})
process.on('disconnect', () => process.exit(1))
// Ctrl-C reaches all processes of a terminal; the site ends this one when it is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
