import { pipeline } from 'node:stream/promises'
import { replacePrivateFile } from 'halvi-kit/files/private-files'
import { exportLeads, listLeads, payloadOf } from 'halvi-leads/admin'
import { exportFormats } from 'halvi-leads/contract'
import { UsageError } from '../command.ts'
import { counted, table } from '../table.ts'
import { define, parseLimit } from './command.ts'

const filterOptions = {
  type: { type: 'string' },
  language: { type: 'string' },
  since: { type: 'string' },
} as const

/** The commands that read leads. */
export const readCommands = {
  list: define({
    usage: `  list [--type FORM] [--language CODE] [--state STATE] [--since DATE] [--limit N] [--spam]
      Lists leads, newest first. --limit sets the number of leads, 50 by default. STATE is stored,
      pending, delivered, exhausted, or erased. CODE is the language of the form, such as en or ar.
      With --spam, lists only spam.`,
    options: {
      ...filterOptions,
      state: { type: 'string' },
      limit: { type: 'string', default: '50' },
      spam: { type: 'boolean', default: false },
    },
    async run(tools, { limit, ...filter }) {
      const leads = await listLeads(tools, { ...filter, limit: parseLimit(limit) })
      if (leads.length === 0) return void tools.out.write('There are no such leads\n')
      const rows = leads.map((lead) => [
        ...[
          lead.id,
          lead.created_at.slice(0, 16),
          lead.form,
          lead.language,
          lead.state,
          lead.status,
        ],
        ...[String(payloadOf(lead).email ?? ''), lead.last_error ?? ''],
      ])
      const names = ['ID', 'CREATED', 'FORM', 'LANGUAGE', 'STATE', 'STATUS', 'EMAIL', 'LAST ERROR']
      tools.out.write(table([names, ...rows]))
    },
  }),
  export: define({
    usage: `  export [--format csv|xlsx|raw-csv|ndjson] [--type FORM] [--language CODE] [--since DATE]
      [FILE]
      Exports all leads, oldest first, to FILE or to standard output. Spam is marked as spam.
      csv, the default, and xlsx, which needs a FILE, are for spreadsheets, with labels in words.
      raw-csv and ndjson, with one JSON object per line, are for programs, with names of fields.
      The columns are the same as in exports of the Leads tool.`,
    options: { ...filterOptions, format: { type: 'string', default: 'csv' } },
    arguments: [0, 1],
    async run(tools, { format, ...values }, [file]) {
      const known = exportFormats.find((one) => one === format)
      if (!known) throw new UsageError(`--format must be one of ${exportFormats.join(', ')}`)
      // Standard output may be a terminal, or contain lines that npm prints.
      if (known === 'xlsx' && file === undefined) throw new UsageError('--format xlsx needs a FILE')
      const { namesOf, progress, out } = tools
      let count = 0
      const leads = await exportLeads(tools, known, values, namesOf, (rows) => {
        count = rows
        progress?.(`${rows} leads exported`)
      })
      try {
        if (file === undefined) await pipeline(leads, out, { end: false })
        else await replacePrivateFile(file, leads)
      } finally {
        progress?.('')
      }
      if (file !== undefined) out.write(`Saved ${counted(count)} in ${file}\n`)
    },
  }),
}
