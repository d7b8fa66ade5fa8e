import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { exportFormats } from 'halvi-leads/contract'
import { exportLeads as exported } from 'halvi-leads/operations/export'
import { UsageError } from '../command.ts'
import { defineLeadsCommand, filterOptions } from './command.ts'

/** Writes leads out, for spreadsheets or for programs. */
export const exportLeads = defineLeadsCommand({
  usage: `  export [--format csv|ndjson|xlsx] [--type FORM] [--since DATE] [FILE]
      All leads, the oldest first, with spam marked as such; to standard output without FILE.
      csv, the default, and xlsx, into a FILE, are for spreadsheets; ndjson, a JSON object a line,
      for programs. The columns are those of the Leads tool's exports.`,
  options: { ...filterOptions, format: { type: 'string', default: 'csv' } },
  arguments: [0, 1],
  async run(tools, { format, ...values }, [file]) {
    const known = exportFormats.find((one) => one === format)
    if (!known) throw new UsageError(`--format is one of ${exportFormats.join(', ')}`)
    // Standard output may be a terminal, or have npm's own lines in it.
    if (known === 'xlsx' && file === undefined) throw new UsageError('--format xlsx wants a FILE')
    const { namesOf, progress, out } = tools
    const leads = await exported(tools, known, values, namesOf, progress)
    try {
      if (file === undefined) await pipeline(leads, out, { end: false })
      else await writeWhole(file, leads)
    } finally {
      progress?.('')
    }
    return undefined
  },
})

/** Under another name until it is whole, and its owner's alone to read. */
async function writeWhole(file: string, leads: AsyncIterable<string | Buffer>): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`
  try {
    await pipeline(leads, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
