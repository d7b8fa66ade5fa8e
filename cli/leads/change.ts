import { replayLeads } from 'halvi-leads/admin'
import { UsageError } from '../command.ts'
import { counted } from '../table.ts'
import { define } from './command.ts'

/** The command that changes the delivery of leads. */
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
}
