import { replayLeads } from 'halvi-leads/admin'
import { counted } from '../table.ts'
import { define } from './command.ts'

/** The command that retries the delivery of leads. */
export const replay = define({
  usage: `  replay [--exhausted]
      Makes all leads due that the form endpoint has not accepted, or only the exhausted ones. The
      running site delivers them within seconds. An exhausted lead starts its retry schedule again.`,
  options: { exhausted: { type: 'boolean', default: false } },
  async run(tools, { exhausted }) {
    const count = await replayLeads(tools, exhausted, tools.progress)
    tools.out.write(`${counted(count)} ${count === 1 ? 'is' : 'are'} due now\n`)
    if (count > 0 && !tools.delivers) {
      tools.out.write('FORM_ENDPOINT_URL is not set here: a site without it delivers no leads\n')
    }
  },
})
