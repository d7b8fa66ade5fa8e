import type { Writable } from 'node:stream'
import { operator } from 'halvi-leads/permissions'
import { roles } from '../../server/roles.ts'
import { CommandError, definerOf, type Group, UsageError } from '../command.ts'
import { table } from '../table.ts'
import { type Accounts, withAccounts } from './accounts.ts'

/** What a command works with. */
interface PeopleTools {
  accounts: Accounts
  /** The address of links, without a slash at the end. */
  siteUrl: string
  out: Writable
}

const define = definerOf<PeopleTools>()

const commands = {
  list: define({
    usage: `  list
      People who work here, and people who are invited.`,
    async run({ accounts, out }) {
      const rows = [...members(accounts), ...invitations(accounts)]
      const none = 'Nobody has an account yet: start the site, which prints how to begin.\n'
      out.write(rows.length > 0 ? table(rows) : none)
    },
  }),
  invite: define({
    usage: `  invite EMAIL --role ROLE
      Prints a link to join with: it works once, for seven days.`,
    options: { role: { type: 'string' } },
    arguments: [1, 1],
    async run(tools, { role }, [email = '']) {
      if (role === undefined) throw new UsageError('--role is missing')
      printLink('invitation', tools.accounts.invite(email, role, operator), tools)
    },
  }),
  reset: define({
    usage: `  reset EMAIL
      Prints a link to choose another password with: it works once, for 24 hours.`,
    arguments: [1, 1],
    async run(tools, _values, [email = '']) {
      printLink('reset', tools.accounts.reset(idOf(tools.accounts, email), operator), tools)
    },
  }),
  remove: define({
    usage: `  remove EMAIL
      Signs a person out at once and for good. The name stays in the history.`,
    arguments: [1, 1],
    async run({ accounts, out }, _values, [email = '']) {
      accounts.remove(idOf(accounts, email), operator)
      out.write('Removed, and signed out everywhere.\n')
    },
  }),
}

const help = `Usage: people COMMAND

${Object.values(commands)
  .map(({ usage }) => usage)
  .join('\n')}

ROLE is ${roles.map(({ name }) => name).join(', ')}.
Works on the people in DATA_DIR while the site runs or not. Links lead to SITE_URL. With a hosted
project, people are managed at Sanity. Exits with 1 when a command fails, with 2 when the command
line makes no sense.

Examples:
  npm run people -- invite ada@example.com --role editor
  npm run people -- reset ada@example.com
`

/** The operators' commands for people. */
export const people: Group<PeopleTools> = {
  name: 'people',
  help,
  commands,
  use({ settings, stdout: out }, work) {
    const siteUrl = settings.SITE_URL ?? `http://localhost:${settings.PORT}`
    return withAccounts(settings, (accounts) => work({ accounts, siteUrl, out }))
  },
}

function idOf({ store }: Accounts, email: string): string {
  const person = store.people.byEmail(email)
  if (person) return person.id
  throw new CommandError('Nobody here has this address')
}

function printLink(
  purpose: 'invitation' | 'reset',
  { token, expires }: { token: string; expires: number },
  { siteUrl, out }: PeopleTools,
): void {
  out.write(`${siteUrl}/studio#${purpose}=${token}\nIt works once, until ${utc(expires)}.\n`)
}

const members = ({ store }: Accounts) =>
  store.people
    .all()
    .filter(({ removed }) => removed === null)
    .map(({ email, role, name, seen }) => [
      ...[email, role, name],
      seen === null ? 'not here yet' : `last here ${utc(seen)}`,
    ])

const invitations = ({ store }: Accounts) =>
  store.links.openInvitations().map(({ email, role, expires }) => {
    const until = expires > Date.now() ? 'invited until' : 'invitation expired'
    return [email, role, '', `${until} ${utc(expires)}`]
  })

/** @param time in milliseconds since 1970 */
const utc = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
