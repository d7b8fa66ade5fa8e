import { withAccounts } from '../../server/people/accounts.ts'
import { roles } from '../../server/roles.ts'
import type { Group } from '../group.ts'
import { commands, type PeopleTools } from './commands.ts'

const help = `Usage: people COMMAND

${Object.values(commands)
  .map(({ usage }) => usage)
  .join('\n')}

ROLE is ${roles.map(({ name }) => name).join(', ')}.
Works on the people in DATA_DIR while the site runs or not. Links lead to SITE_URL. With a hosted
project, people are managed at Sanity. Exits with 1 when it could not be done, with 2 when it was
called wrongly.

Examples:
  npm run people -- invite ada@example.com --role editor
  npm run people -- reset ada@example.com
`

/** What operators do with people. */
export const people: Group<PeopleTools> = {
  name: 'people',
  help,
  commands,
  use({ settings, stdout: out }, work) {
    const siteUrl = settings.SITE_URL ?? `http://localhost:${settings.PORT}`
    return withAccounts(settings, (accounts) => work({ accounts, siteUrl, out }))
  },
}
