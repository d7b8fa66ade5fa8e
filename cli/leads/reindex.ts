import { reindexLeads } from 'halvi-leads/operations/reindex'
import { defineLeadsCommand } from './command.ts'
import { counted } from './erase.ts'

/** Makes anew what leads are found and counted by. */
export const reindex = defineLeadsCommand({
  usage: `  reindex
      Makes the index anew that the Leads tool lists, searches and counts by, from the leads: when
      it is damaged, or lacks what a process of an older version has stored. Beside the running
      site; lists and figures grow meanwhile, and say how many leads they lack. Interrupted, it is
      gone on with by the site, or by running it again.`,
  options: {},
  arguments: [0, 0],
  async run(tools) {
    const { leads, miscounted } = await reindexLeads(tools, tools.progress)
    const counters =
      miscounted === 0
        ? 'the counters were right'
        : `the counters were off by ${counted(miscounted)} and are right`
    tools.out.write(`Indexed ${counted(leads)} anew; ${counters}\n`)
    return undefined
  },
})
