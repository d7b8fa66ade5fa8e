import { countLeads } from 'halvi-leads/operations/stats'
import { defineLeadsCommand } from './command.ts'
import { table } from './table.ts'

/** Shows how many leads there are, by form and state. */
export const stats = defineLeadsCommand({
  usage: `  stats
      How many leads there are by form and state, and for how long the oldest has been pending.`,
  options: {},
  arguments: [0, 0],
  async run(tools) {
    const { counts, oldest } = await countLeads(tools)
    const { out } = tools
    out.write(
      table(
        ['FORM', 'STATE', 'LEADS'],
        counts.map(({ form, state, spam, leads }) => [form, spam ? 'spam' : state, String(leads)]),
      ),
    )
    out.write(`\nOldest pending: ${oldest ? `${age(oldest)}, since ${oldest}` : 'none'}\n`)
    return undefined
  },
})

function age(since: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  return `${days} d ${hours} h ${minutes % 60} min`
}
