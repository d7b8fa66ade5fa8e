import { replayLeads } from 'halvi-leads/operations/replay'
import { operator } from 'halvi-leads/permissions'
import { readRetention, setRetention } from 'halvi-leads/retention'
import { UsageError } from '../command.ts'
import { counted, table } from '../table.ts'
import { define } from './command.ts'

/** The commands that change the delivery and retention of leads. */
export const changeCommands = {
  replay: define({
    usage: `  replay [ID | --exhausted]
      Makes leads due that the form endpoint has not accepted: one lead, the exhausted leads, or
      without an argument all. The running site delivers them within seconds. An exhausted lead
      starts its retry schedule again.`,
    options: { exhausted: { type: 'boolean', default: false } },
    arguments: [0, 1],
    async run(tools, { exhausted }, [id]) {
      if (exhausted && id !== undefined)
        throw new UsageError("ID and --exhausted can't be combined")
      const count = await replayLeads(tools, { id, exhausted }, tools.progress)
      tools.out.write(`${counted(count)} ${count === 1 ? 'is' : 'are'} due now\n`)
      if (count > 0 && !tools.delivers) {
        tools.out.write('FORM_ENDPOINT_URL is not set here: a site without it delivers no leads\n')
      }
    },
  }),
  retention: define({
    usage: `  retention [FORM DAYS]
      Shows the retention of each form: the number of days after which the running site erases
      leads. With FORM and DAYS, sets it. DAYS is a number or "forever". The site applies it within
      one hour.`,
    arguments: [0, 2],
    async run(tools, _values, [form, days = '']) {
      if (form !== undefined) {
        const isNumber = /^[1-9]\d{0,4}$/.test(days) && Number(days) <= 36_500
        if (!isNumber && days !== 'forever') {
          throw new UsageError('DAYS must be a number from 1 to 36500, or forever')
        }
        const set = { forms: [{ form, days: isNumber ? Number(days) : null }] }
        await setRetention(tools, set, operator)
      }
      const { forms } = await readRetention(tools)
      const rows = forms.map((one) => [one.form, String(one.days ?? 'forever')])
      tools.out.write(table([['FORM', 'DAYS'], ...rows]))
    },
  }),
}
