import { cleanEmail } from 'halvi-leads/clean-text'
import { erasePerson, leadsMentioning, leadsOfAddress } from 'halvi-leads/operations/erasing/erase'
import { CommandError, UsageError } from '../command.ts'
import { defineLeadsCommand, type LeadsTools } from './command.ts'

/** Removes a person from all forms' leads. */
export const erase = defineLeadsCommand({
  usage: `  erase --email E [--mentions keep|redact] [--yes]
      Empties every lead with this e-mail address, in upper or lower case, spam too, and has the
      database forget it for good. Asks first, unless told --yes.
      Lists other leads that mention the address in a field or a note. They keep it, unless
      --mentions redact is given: then it is replaced by [erased] there.`,
  options: {
    email: { type: 'string' },
    mentions: { type: 'string', default: 'keep' },
    yes: { type: 'boolean', default: false },
  },
  arguments: [0, 0],
  async run(tools, { email: typed = '', mentions = 'keep', yes }) {
    const email = cleanEmail(typed)
    if (!email.includes('@')) throw new UsageError('--email wants an e-mail address')
    if (!['keep', 'redact'].includes(mentions)) {
      throw new UsageError('--mentions is keep or redact')
    }
    if (!yes && !tools.confirm) throw new UsageError('Nobody is here to ask: add --yes')
    const found = await leadsOfAddress(tools, email, tools.progress)
    const others = await leadsMentioning(tools, email, found)
    const isRedacted = mentions === 'redact'
    const leads = counted(found.length)
    const question = isRedacted
      ? `Erase ${leads}, and the address in ${counted(others.length)} of other people?`
      : `Erase ${leads}?`
    if (!isRedacted) showMentions(others, tools)
    if (!yes && !(await tools.confirm?.(`${question} This can't be undone.`))) {
      throw new CommandError('Nothing was erased')
    }
    const refused = await erasePerson(tools, email, found, isRedacted ? others : [])
    tools.out.write(`Erased ${leads}. ${remaining(tools)}\n`)
    if (isRedacted) tools.out.write(`Erased the address in ${counted(others.length)}.\n`)
    tellRefused(refused, tools)
    return undefined
  },
})

/** Lists the leads that keep the address. */
function showMentions(ids: string[], { out }: Pick<LeadsTools, 'out'>): void {
  if (ids.length === 0) return
  out.write(`${counted(ids.length)} of other people mention the address:\n`)
  for (const id of ids) out.write(`  ${id}\n`)
  out.write('They keep it. To replace it there, add --mentions redact.\n')
}

/** Says what the database would not forget. */
export function tellRefused(refused: string[], { out }: Pick<LeadsTools, 'out'>): void {
  for (const what of refused) out.write(`PostgreSQL may still hold parts of it: ${what}\n`)
}

/** So many leads, in words. */
export const counted = (leads: number) => (leads === 1 ? '1 lead' : `${leads} leads`)

const remaining = ({ databaseUrl }: LeadsTools) =>
  databaseUrl ? `${others} So does the write-ahead log, until that is recycled.` : others

const others =
  'Backups and exports that were made before, and whoever leads were delivered to, still have it.'
