import { UnknownFormError } from 'halvi-leads/errors'
import { backUpLeads } from 'halvi-leads/operations/backup'
import { reindexLeads } from 'halvi-leads/operations/reindex'
import { replayLeads } from 'halvi-leads/operations/replay'
import { operator } from 'halvi-leads/permissions'
import { readRetention, setRetention } from 'halvi-leads/retention'
import { UsageError } from '../command.ts'
import { counted, table } from '../table.ts'
import { define } from './command.ts'

/** The commands that change how leads are kept, sent or found. */
export const changeCommands = {
  replay: define({
    usage: `  replay [ID | --exhausted]
      Has the running site send again, within seconds, what the endpoint has not accepted: one
      lead, the exhausted ones, or without an argument all. An exhausted lead starts its
      schedule again.`,
    options: { exhausted: { type: 'boolean', default: false } },
    arguments: [0, 1],
    async run(tools, { exhausted }, [id]) {
      if (exhausted && id !== undefined) throw new UsageError('Either an ID or --exhausted')
      const count = await replayLeads(tools, { id, exhausted }, tools.progress)
      tools.out.write(`${counted(count)} ${count === 1 ? 'is' : 'are'} due now\n`)
      if (count > 0 && !tools.delivers) {
        tools.out.write('FORM_ENDPOINT_URL is not set here: a site without it sends nothing\n')
      }
    },
  }),
  retention: define({
    usage: `  retention [FORM DAYS]
      For how many days the leads of each form are kept; the running site erases older ones within
      the hour. With FORM and DAYS sets it; DAYS is a number, or forever.`,
    arguments: [0, 2],
    async run(tools, _values, [form, days = '']) {
      if (form !== undefined) {
        const isNumber = /^[1-9]\d{0,4}$/.test(days) && Number(days) <= 36_500
        if (!isNumber && days !== 'forever') {
          throw new UsageError('DAYS is a number of days, 36500 at most, or forever')
        }
        const set = { forms: [{ form, days: isNumber ? Number(days) : null }] }
        await setRetention(tools, set, operator).catch((error: unknown) => {
          throw error instanceof UnknownFormError ? new UsageError(error.message) : error
        })
      }
      const { forms } = await readRetention(tools)
      const rows = forms.map((one) => [one.form, String(one.days ?? 'forever')])
      tools.out.write(table([['FORM', 'DAYS'], ...rows]))
    },
  }),
  reindex: define({
    usage: `  reindex
      Rebuilds the index that the Leads tool lists, searches and counts by, from the leads: when
      it is damaged, or lacks what a process of an older version has stored. Beside the running
      site; lists and metrics grow meanwhile, and say how many leads they lack. Interrupted, it is
      continued by the site, or by running it again.`,
    async run(tools) {
      const { leads, miscounted } = await reindexLeads(tools, tools.progress)
      const counters =
        miscounted === 0
          ? 'the counters were right'
          : `the counters were off by ${counted(miscounted)} and are right`
      tools.out.write(`Rebuilt the index of ${counted(leads)}; ${counters}\n`)
    },
  }),
  backup: define({
    usage: `  backup FILE
      All leads as of this moment, in one file that a site can start from. SQLite only; the
      README says how PostgreSQL is backed up with pg_dump.`,
    arguments: [1, 1],
    async run(tools, _values, [target = '']) {
      await backUpLeads(tools, target)
      tools.out.write(`All leads are in ${target}\n`)
    },
  }),
}
