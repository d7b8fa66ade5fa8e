import { createInterface } from 'node:readline/promises'
import { reasonOf } from 'halvi-kit/reason'
import type { FormDescription } from 'halvi-leads'
import { InvalidInputError, isTemporary, withTools } from 'halvi-leads/admin'
import { CommandError, type Context, type Group, UsageError } from '../command.ts'
import { namesOfPeople } from '../people/accounts.ts'
import { audit } from './audit.ts'
import type { LeadsTools } from './command.ts'
import { eraseCommands } from './erase.ts'
import { mail } from './mail.ts'
import { readCommands } from './read.ts'
import { replay } from './replay.ts'

const commands = {
  ...readCommands,
  replay,
  ...eraseCommands,
  mail,
  audit,
}

const helpOf = (forms: readonly FormDescription[]) => `Usage: leads COMMAND

${Object.values(commands)
  .map(({ usage }) => usage)
  .join('\n\n')}

FORM is one of ${forms.map(({ name }) => name).join(', ')}.
The commands use the leads in DATA_DIR, or in DATABASE_URL if it is set, whether or not the site is
running. Times are in UTC.
Exit codes: 1 if the command fails, 2 if the command line is invalid.

Examples:
  npm run leads -- list --type waitlist --since 2025-04-12
  npm run leads -- export --format ndjson --type contact leads.ndjson
  npm run leads -- export --format xlsx leads.xlsx
`

/** Returns the operators' commands for the leads of these forms. */
export const leadsGroup = (forms: readonly FormDescription[]): Group<LeadsTools> => ({
  name: 'leads',
  help: helpOf(forms),
  commands,
  async use(context, work) {
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = context.settings
    const { FORM_ENDPOINT_URL, SMTP_URL } = context.settings
    const delivers = FORM_ENDPOINT_URL !== undefined
    const smtpHost = SMTP_URL && new URL(SMTP_URL).host
    const namesOf = (people: readonly string[]) => namesOfPeople(context.settings, people)
    const terminal = terminalOf(context)
    try {
      await withTools({ dataDir, databaseUrl, forms }, (tools) =>
        work({ ...tools, delivers, smtpHost, namesOf, out: context.stdout, ...terminal }),
      )
    } catch (error) {
      if (error instanceof InvalidInputError) throw new UsageError(error.message)
      if (!databaseUrl || !isTemporary(error)) throw error
      throw new CommandError(
        `PostgreSQL in DATABASE_URL is unavailable: ${reasonOf(error)}. Check that it is running, and the host and port in the URL`,
      )
    }
  },
})

function terminalOf({ stdin, stderr }: Context): Pick<LeadsTools, 'progress' | 'confirm'> {
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
