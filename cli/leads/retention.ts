import { UnknownFormError } from 'halvi-leads/errors'
import { operator } from 'halvi-leads/permissions'
import { readRetention, setRetention } from 'halvi-leads/retention'
import { UsageError } from '../command.ts'
import { defineLeadsCommand } from './command.ts'
import { table } from './table.ts'

/** Shows and sets for how long leads are kept. */
export const retention = defineLeadsCommand({
  usage: `  retention [FORM DAYS]
      For how many days the leads of each form are kept; the running site erases older ones within
      the hour. With FORM and DAYS sets it; DAYS is a number, or forever.`,
  options: {},
  arguments: [0, 2],
  async run(tools, _values, [form, days]) {
    if (form !== undefined) {
      const isNumber = /^[1-9]\d{0,4}$/.test(days ?? '') && Number(days) <= 36_500
      if (!isNumber && days !== 'forever') {
        throw new UsageError('DAYS is a number of days, 36500 at most, or forever')
      }
      const set = { forms: [{ form, days: isNumber ? Number(days) : null }] }
      await setRetention(tools, set, operator).catch((error: unknown) => {
        throw error instanceof UnknownFormError ? new UsageError(error.message) : error
      })
    }
    const { forms } = await readRetention(tools)
    tools.out.write(
      table(
        ['FORM', 'DAYS'],
        forms.map((one) => [one.form, one.days === null ? 'forever' : String(one.days)]),
      ),
    )
    return undefined
  },
})
