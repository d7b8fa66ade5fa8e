import type { Writable } from 'node:stream'
import {
  type Accounts,
  invite,
  type Link,
  type Listed,
  listPeople,
  remove,
  reset,
} from '../../server/people/people.ts'
import { UsageError } from '../command.ts'
import { definerOf } from '../group.ts'

/** What a command works with. */
export interface PeopleTools {
  accounts: Accounts
  /** Where links lead, without a slash at the end. */
  siteUrl: string
  /** Results. */
  out: Writable
}

const definePeopleCommand = definerOf<PeopleTools>()

/** The operators' commands by name. */
export const commands = {
  list: definePeopleCommand({
    usage: `  list
      Who works here, and who is invited.`,
    options: {},
    arguments: [0, 0],
    async run({ accounts, out }) {
      out.write(listed(listPeople(accounts)))
      return undefined
    },
  }),
  invite: definePeopleCommand({
    usage: `  invite EMAIL --role ROLE
      Prints a link by which somebody joins: once, within seven days.`,
    options: { role: { type: 'string' } },
    arguments: [1, 1],
    async run(tools, { role }, [email = '']) {
      if (role === undefined) throw new UsageError('--role is missing')
      printLink(invite(tools.accounts, email, role), tools)
      return undefined
    },
  }),
  reset: definePeopleCommand({
    usage: `  reset EMAIL
      Prints a link by which they choose another password: once, within 24 hours.`,
    options: {},
    arguments: [1, 1],
    async run(tools, _values, [email = '']) {
      printLink(reset(tools.accounts, email), tools)
      return undefined
    },
  }),
  remove: definePeopleCommand({
    usage: `  remove EMAIL
      Signs them out at once and for good. Their name stays in the history.`,
    options: {},
    arguments: [1, 1],
    async run({ accounts, out }, _values, [email = '']) {
      remove(accounts, email)
      out.write('Removed, and signed out everywhere.\n')
      return undefined
    },
  }),
}

function printLink({ path, expires }: Link, { siteUrl, out }: PeopleTools): void {
  out.write(`${siteUrl}${path}\nIt works once, until ${timeOf(expires)}.\n`)
}

function listed(people: Listed[]): string {
  if (people.length === 0) {
    return 'Nobody has an account yet: start the site, it tells how to begin.\n'
  }
  const all = people.map((one) => [
    one.email,
    one.role,
    one.is === 'member' ? one.name : '',
    stateOf(one),
  ])
  const width = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0))
  const widths = [width(0), width(1), width(2)]
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
  return all.map((row) => `${line(row).join('  ').trimEnd()}\n`).join('')
}

function stateOf(one: Listed): string {
  if (one.is === 'member') {
    return one.seen === null ? 'not here yet' : `last here ${timeOf(one.seen)}`
  }
  const until = one.expires > Date.now() ? 'invited until' : 'invitation ended'
  return `${until} ${timeOf(one.expires)}`
}

function timeOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
