import { replayLeads } from 'halvi-leads/operations/replay'
import { UsageError } from '../command.ts'
import { defineLeadsCommand } from './command.ts'

/** Puts leads that the endpoint has not accepted back to be sent at once. */
export const replay = defineLeadsCommand({
  usage: `  replay [ID | --exhausted]
      Has the running site send again, within seconds, what the endpoint has not accepted: one
      lead, the exhausted ones, or without an argument all. An exhausted lead starts its
      schedule anew.`,
  options: { exhausted: { type: 'boolean', default: false } },
  arguments: [0, 1],
  async run(tools, { exhausted }, [id]) {
    if (exhausted && id !== undefined) throw new UsageError('Either an ID or --exhausted')
    const count = await replayLeads(tools, { id, exhausted }, tools.progress)
    tools.out.write(`${count} ${count === 1 ? 'lead is' : 'leads are'} due now\n`)
    if (count > 0 && !tools.delivers) {
      tools.out.write('FORM_ENDPOINT_URL is not set here: a site without it sends nothing\n')
    }
    return undefined
  },
})
