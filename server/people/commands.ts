import type { openAccounts } from 'embedded-content-lake'

type Accounts = ReturnType<typeof openAccounts>

/** What a command works with. */
interface Given {
  accounts: Accounts
  /** Where links lead, without a slash at the end. */
  siteUrl: string
  email: string
  role: string | undefined
}

interface Command {
  /** How many it takes. */
  arguments: 0 | 1
  /** Does it, and says what is to be written. */
  run(given: Given): string
}

/** It was called wrongly. */
export class UsageError extends Error {}

/** It could not be done. The message is one line, fit for a person. */
export class CommandError extends Error {}

/** Who does all that; the audit log calls them so. */
const commandLine = { id: 'command line', name: 'command line' }

/** The operators' commands by name. They throw `CommandError`, `UsageError`, or what the lake says. */
export const commands: Readonly<Record<string, Command>> = {
  list: { arguments: 0, run: ({ accounts }) => listed(accounts) },
  invite: {
    arguments: 1,
    run({ accounts, siteUrl, email, role }) {
      if (role === undefined) throw new UsageError('--role is missing')
      const { token, expires } = accounts.invite(email, role, commandLine)
      return linkUntil(`${siteUrl}/studio#invitation=${token}`, expires)
    },
  },
  reset: {
    arguments: 1,
    run({ accounts, siteUrl, email }) {
      const { token, expires } = accounts.reset(idOf(accounts, email), commandLine)
      return linkUntil(`${siteUrl}/studio#reset=${token}`, expires)
    },
  },
  remove: {
    arguments: 1,
    run({ accounts, email }) {
      accounts.remove(idOf(accounts, email), commandLine)
      return 'Removed, and signed out everywhere.\n'
    },
  },
}

function idOf({ store }: Accounts, email: string): string {
  const person = store.people.byEmail(email)
  if (person) return person.id
  throw new CommandError('Nobody here has this address')
}

function linkUntil(link: string, expires: number): string {
  return `${link}\nIt works once, until ${timeOf(expires)}.\n`
}

function listed({ store }: Accounts): string {
  const people = store.people.all().filter(({ removed }) => removed === null)
  const rows = people.map(({ email, role, name, seen }) => [
    email,
    role,
    name,
    seen === null ? 'not here yet' : `last here ${timeOf(seen)}`,
  ])
  const invited = store.links.openInvitations().map(({ email, role, expires }) => {
    const until = expires > Date.now() ? 'invited until' : 'invitation ended'
    return [email, role, '', `${until} ${timeOf(expires)}`]
  })
  const all = [...rows, ...invited]
  if (all.length === 0) return 'Nobody has an account yet: start the site, it tells how to begin.\n'
  const width = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0))
  const widths = [width(0), width(1), width(2)]
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
  return all.map((row) => `${line(row).join('  ').trimEnd()}\n`).join('')
}

function timeOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
