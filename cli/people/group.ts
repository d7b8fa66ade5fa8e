import type { Writable } from 'node:stream'
import { operator } from 'halvi-leads/permissions'
import { roles } from '../../office/accounts/roles.ts'
import { CommandError, definerOf, type Group, UsageError } from '../command.ts'
import { table } from '../table.ts'
import { type Accounts, withAccounts } from './accounts.ts'

/** The tools of the commands for staff accounts. */
interface PeopleTools {
  accounts: Accounts
  /** The site's URL for links, without a slash at the end. */
  siteUrl: string
  out: Writable
}

const define = definerOf<PeopleTools>()

const commands = {
  list: define({
    usage: `  list
      Lists staff members and open invitations.`,
    async run({ accounts, out }) {
      const rows = [...members(accounts), ...invitations(accounts)]
      const none =
        'Nobody has an account yet. Start the site: it prints the link for the first account.\n'
      out.write(rows.length > 0 ? table(rows) : none)
    },
  }),
  invite: define({
    usage: `  invite EMAIL --role ROLE[,ROLE]
      Prints an invitation link. It works once and expires after seven days.`,
    options: { role: { type: 'string' } },
    arguments: [1, 1],
    async run(tools, { role }, [email = '']) {
      if (role === undefined) throw new UsageError('--role is missing')
      printLink('invitation', tools.accounts.invite(email, role.split(','), operator), tools)
    },
  }),
  reset: define({
    usage: `  reset EMAIL
      Prints a link to choose a new password. It works once and expires after 24 hours.`,
    arguments: [1, 1],
    async run(tools, _values, [email = '']) {
      printLink('reset', tools.accounts.reset(idOf(tools.accounts, email), operator), tools)
    },
  }),
  remove: define({
    usage: `  remove EMAIL
      Removes an account and ends its sessions immediately. The name stays in the history. An
      address that has only been invited can no longer use its invitation.`,
    arguments: [1, 1],
    async run({ accounts, out }, _values, [email = '']) {
      const { people, links } = accounts.store
      const invited = people.byEmail(email) ? undefined : links.openInvitationOf(email)
      if (invited) {
        accounts.revokeInvitation(invited.id, operator)
        return void out.write('Revoked the invitation.\n')
      }
      accounts.remove(idOf(accounts, email), operator)
      out.write('Removed the account, signed it out everywhere, and revoked its links.\n')
    },
  }),
}

const help = `Usage: people COMMAND

${Object.values(commands)
  .map(({ usage }) => usage)
  .join('\n')}

ROLE is one of ${roles.map(({ name }) => name).join(', ')}.
The role author:ar is for an author of translations into one language, here Arabic. The role
author:en is for an author of the English originals.
The commands use the accounts in DATA_DIR, whether or not the site is running. Links start with
SITE_URL. With a hosted Sanity project, manage staff at sanity.io/manage instead.
Exit codes: 1 if the command fails, 2 if the command line is invalid.

Examples:
  npm run people -- invite ada@example.com --role editor,leads
  npm run people -- reset ada@example.com
`

/** The operators' commands for staff accounts. */
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
  throw new CommandError(
    `There is no account for ${email}: halvi people list shows the accounts and invitations`,
  )
}

function printLink(
  purpose: 'invitation' | 'reset',
  { token, expires }: { token: string; expires: number },
  { siteUrl, out }: PeopleTools,
): void {
  out.write(`${siteUrl}/studio#${purpose}=${token}\nThe link works once, until ${utc(expires)}.\n`)
}

const members = ({ store }: Accounts) =>
  store.people
    .all()
    .filter(({ removed }) => removed === null)
    .map(({ email, role, name, seen }) => [
      ...[email, role, name],
      seen === null ? 'never signed in' : `last active ${utc(seen)}`,
    ])

const invitations = ({ store }: Accounts) =>
  store.links.openInvitations().map(({ email, role, expires }) => {
    const until = expires > Date.now() ? 'invited until' : 'invitation expired'
    return [email, role, '', `${until} ${utc(expires)}`]
  })

/** Formats a time as `2026-11-26 15:04 UTC`. @param time in milliseconds since 1970 */
const utc = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
