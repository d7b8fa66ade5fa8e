import { readLead } from 'halvi-leads/operations/read-lead'
import { payloadOf } from 'halvi-leads/operations/read-leads'
import { defineLeadsCommand } from './command.ts'
import { visible } from './table.ts'

/** Shows all of one lead. */
export const show = defineLeadsCommand({
  usage: `  show ID
      All of one lead.`,
  options: {},
  arguments: [1, 1],
  async run(tools, _values, [id = '']) {
    const row = await readLead(tools, id)
    const { payload: _, spam, ...rest } = row
    const about = { ...rest, spam: spam === 1 }
    tools.out.write(`${lines(about)}\n${lines(payloadOf(row))}`)
    return undefined
  },
})

/** A name and its value a line; further lines of a value are indented. */
function lines(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const text = String(value ?? '')
        .split('\n')
        .map(visible)
        .join('\n    ')
      return `${`${visible(name)}: ${text}`.trimEnd()}\n`
    })
    .join('')
}
