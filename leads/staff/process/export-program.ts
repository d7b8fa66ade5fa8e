import { once } from 'node:events'
import { Socket } from 'node:net'
import type { ExportFilter } from '../../contract/contract.ts'
import type { ExportFormat, NamesOf } from '../export/write-leads.ts'
import { exportLeads } from '../index/export-leads.ts'
import type { LeadSource } from '../index/open-index.ts'

// The program that writes an export to its standard output: see export-process.ts.

/** The job, sent when the process starts. */
export interface ExportJob {
  source: LeadSource
  format: ExportFormat
  filter: ExportFilter
}

/** A message to the parent process: the number of leads written, or the ids of staff members whose names it needs. */
export type ExportMessage = { rows: number } | { people: readonly string[] }

const namesOf: NamesOf = (people) =>
  new Promise((resolve) => {
    process.once('message', (answer) =>
      resolve((answer as { names: Record<string, string> }).names),
    )
    sendToParent({ people })
  })

function sendToParent(message: ExportMessage, onSent?: () => void): void {
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
      sendToParent({ rows })
    }
    await new Promise<void>((resolve) => out.end(resolve))
    sendToParent({ rows }, () => process.exit(0))
  } catch {
    // The exit code reports the failure. The error's message could contain personal data.
    process.exit(1)
  }
})
process.on('disconnect', () => process.exit(1))
// Ctrl-C reaches all processes of a terminal. The site stops this one when it is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
