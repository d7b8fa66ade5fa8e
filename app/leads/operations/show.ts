import { CommandError, defineCommand } from './command.ts'
import { payloadOf } from './read-leads.ts'
import { visible } from './table.ts'
import { tell } from './tell.ts'

/** Shows all of one lead. */
export const show = defineCommand({
  usage: `  show ID
      All of one lead.`,
  options: {},
  arguments: [1, 1],
  async run(tools, _values, [id = '']) {
    const { database, out } = tools
    const row = await database
      .selectFrom('lead')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new CommandError(`There is no lead ${id}`)
    await tell(tools, { action: 'lead.viewed', lead: id })
    const { payload: _, spam, ...rest } = row
    const about = { ...rest, spam: spam === 1 }
    out.write(`${lines(about)}\n${lines(payloadOf(row))}`)
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
