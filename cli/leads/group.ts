import { createInterface } from 'node:readline/promises'
import type { FormDescription } from 'halvi-leads'
import { InvalidInputError } from 'halvi-leads/errors'
import { withTools } from 'halvi-leads/operations/tools'
import { namesOfPeople } from '../../server/people/names.ts'
import { type Context, UsageError } from '../command.ts'
import type { Group } from '../group.ts'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import type { LeadsTools } from './command.ts'
import { erase } from './erase.ts'
import { exportLeads } from './export.ts'
import { list } from './list.ts'
import { reErase } from './re-erase.ts'
import { reindex } from './reindex.ts'
import { replay } from './replay.ts'
import { retention } from './retention.ts'
import { show } from './show.ts'
import { stats } from './stats.ts'

const commands = {
  list,
  show,
  export: exportLeads,
  replay,
  erase,
  're-erase': reErase,
  retention,
  reindex,
  audit,
  backup,
  stats,
}

const helpOf = (forms: readonly FormDescription[]) => `Usage: leads COMMAND

${Object.values(commands)
  .map(({ usage }) => usage)
  .join('\n\n')}

FORM is ${forms.map(({ name }) => name).join(', ')}.
Works on the leads in DATA_DIR, or in DATABASE_URL where that is set, while the site runs or not.
Times are in UTC. Exits with 1 when it could not be done, with 2 when it was called wrongly.

Examples:
  npm run leads -- list --type waitlist --since 2025-04-12
  npm run leads -- export --format ndjson --type contact leads.ndjson
  npm run leads -- export --format xlsx leads.xlsx
  npm run leads -- reindex
`

/** What operators do with leads of these forms. */
export const leadsGroup = (forms: readonly FormDescription[]): Group<LeadsTools> => ({
  name: 'leads',
  help: helpOf(forms),
  commands,
  async use(context, work) {
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, FORM_ENDPOINT_URL } = context.settings
    const delivers = FORM_ENDPOINT_URL !== undefined
    const namesOf = (people: readonly string[]) => namesOfPeople(context.settings, people)
    try {
      await withTools({ dataDir, databaseUrl, forms }, (tools) =>
        work({ ...tools, delivers, namesOf, out: context.stdout, ...conversation(context) }),
      )
    } catch (error) {
      throw error instanceof InvalidInputError ? new UsageError(error.message) : error
    }
  },
})

function conversation({ stdin, stderr }: Context): Pick<LeadsTools, 'progress' | 'confirm'> {
  return {
    progress: stderr.isTTY ? (text) => void stderr.write(`\r\x1b[K${text}`) : undefined,
    ...(stdin.isTTY && {
      async confirm(question) {
        const dialogue = createInterface({ input: stdin, output: stderr })
        const answer = await dialogue.question(`${question} [y/N] `)
        dialogue.close()
        return /^y(es)?$/i.test(answer.trim())
      },
    }),
  }
}
