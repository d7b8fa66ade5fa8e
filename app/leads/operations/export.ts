import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { LeadRow } from '../store/database.ts'
import { defineCommand, type Tools, UsageError } from './command.ts'
import { csv } from './csv.ts'
import { type Filter, filterOf, filterOptions } from './filter.ts'
import { payloadOf, readLeads } from './read-leads.ts'
import { tell } from './tell.ts'

/** Writes leads out, for spreadsheets or for programs. */
export const exportLeads = defineCommand({
  usage: `  export [--format csv|ndjson] [--type FORM] [--since DATE] [FILE]
      All leads, the oldest first, with spam marked as such; to standard output without FILE.
      csv, the default, is for spreadsheets; ndjson, a JSON object a line, for programs.`,
  options: { ...filterOptions, format: { type: 'string', default: 'csv' } },
  arguments: [0, 1],
  async run(tools, { format, ...values }, [file]) {
    if (format !== 'csv' && format !== 'ndjson') throw new UsageError('--format is csv or ndjson')
    const filters = Object.keys(values).sort()
    await tell(tools, { action: 'leads.exported', detail: { format, filters } })
    const lines = format === 'csv' ? csvLines : ndjsonLines
    const text = lines(tools, await filterOf(tools.database, values))
    if (file === undefined) await pipeline(text, tools.out, { end: false })
    else await writeWhole(file, text)
  },
})

/** Read twice: once for the columns, which are the keys in the order in which they first occur. */
async function* csvLines(tools: Tools, filter: Filter) {
  const keys = new Set<string>()
  for await (const lead of watched('read', tools, filter)) {
    for (const key of Object.keys(payloadOf(lead))) keys.add(key)
  }
  yield* csv(watched('exported', tools, filter), [...keys])
}

async function* ndjsonLines(tools: Tools, filter: Filter) {
  for await (const lead of watched('exported', tools, filter)) {
    const { id, form, state, spam, created_at, delivered_at } = lead
    const about = { id, form, state, spam: spam === 1, created_at, delivered_at }
    yield `${JSON.stringify({ ...about, payload: payloadOf(lead) })}\n`
  }
}

async function* watched(done: string, { database, progress }: Tools, filter: Filter) {
  let count = 0
  for await (const lead of readLeads(database, filter)) {
    yield lead satisfies LeadRow
    if (++count % 1_000 === 0) progress?.(`${count} leads ${done}`)
  }
  progress?.('')
}

/** Under another name until it is whole, and its owner's alone to read. */
async function writeWhole(file: string, text: AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`
  try {
    await pipeline(text, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
