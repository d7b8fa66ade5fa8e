import { readMail, releaseMail, retryMail } from 'halvi-leads/admin'
import { CommandError, UsageError } from '../command.ts'
import { age, table } from '../table.ts'
import { define, type LeadsTools } from './command.ts'

/** The command that shows, releases, and retries mail. */
export const mail = define({
  usage: `  mail [release [--discard] [--yes] | retry]
      Shows whether mail is on, and the number of messages by kind and state. After a restore,
      queued messages are held, because they may have been sent already; without SMTP_URL, all are. "release" makes the held messages due; --discard cancels
      them instead. It asks first, unless --yes is given. "retry" makes messages due that were
      given up, that wait for another attempt, or that may or may not have arrived.`,
  options: {
    discard: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  },
  arguments: [0, 1],
  async run(tools, { discard, yes }, [action]) {
    if (!['release', 'retry', undefined].includes(action)) {
      throw new UsageError(`${action} is not release or retry`)
    }
    if (action !== 'release' && (discard || yes)) {
      throw new UsageError('--discard and --yes need release')
    }
    if (action === undefined) return show(tools)
    if (action === 'release') return release(tools, discard, yes)
    const count = await retryMail(tools)
    tools.out.write(`${messages(count)} ${areOrIs(count)} due now\n`)
    await warnIfNotSent(tools, count)
  },
})

async function show(tools: LeadsTools): Promise<void> {
  const { counts, onHold, held } = await readMail(tools)
  tools.out.write(`${stateOf(tools, onHold)}\n`)
  if (counts.length === 0) return
  const rows = counts.map(({ kind, state, messages, oldest }) => [
    ...[kind, state, String(messages), oldest.slice(0, 16)],
  ])
  tools.out.write(`\n${table([['KIND', 'STATE', 'MESSAGES', 'OLDEST'], ...rows])}`)
  const [oldest] = counts
    .filter(({ state }) => state === 'pending')
    .map((row) => row.oldest)
    .sort()
  tools.out.write(`\nOldest pending: ${oldest ? `${age(oldest)}, since ${oldest}` : 'none'}\n`)
  if (held > 0) tools.out.write(`To send what is held: halvi leads mail release\n`)
}

const stateOf = ({ smtpHost }: LeadsTools, onHold: boolean): string =>
  onHold
    ? 'Mail is on hold: the database was restored'
    : smtpHost
      ? `Mail is on: it is sent through ${smtpHost}`
      : 'Mail is off: SMTP_URL is not set here'

async function release(tools: LeadsTools, isDiscarded: boolean, yes: boolean): Promise<void> {
  if (!yes && !tools.confirm) {
    throw new UsageError("Can't ask for confirmation without a terminal: add --yes")
  }
  const { held, oldestHeld, onHold } = await readMail(tools)
  const what = `${messages(held)}${oldestHeld ? `, up to ${age(oldestHeld)} old` : ''}`
  const hint = !onHold || isDiscarded ? '' : ' Some may have been sent before the restore.'
  const question = isDiscarded ? `Cancel ${what}?` : `Send ${what}?${hint}`
  if (!yes && !(await tools.confirm?.(question))) {
    throw new CommandError('Canceled: nothing was changed')
  }
  const changed = await releaseMail(tools, isDiscarded, tools.progress)
  tools.out.write(
    isDiscarded
      ? `Canceled ${messages(changed)}; new messages are sent\n`
      : `Released ${messages(changed)}\n`,
  )
  await warnIfNotSent(tools, changed)
}

/** Says that due messages stay in the queue, unless the site sends mail. */
async function warnIfNotSent(tools: LeadsTools, count: number): Promise<void> {
  if (count === 0) return
  const { onHold } = await readMail(tools)
  if (!tools.smtpHost || onHold) tools.out.write(`${stateOf(tools, onHold)}\n`)
}

const messages = (count: number): string => (count === 1 ? '1 message' : `${count} messages`)
const areOrIs = (count: number): string => (count === 1 ? 'is' : 'are')
