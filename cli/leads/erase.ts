import { cleanEmail } from '../../app/leads/clean-text.ts'
import { erasePerson, leadsOfAddress } from '../../app/leads/operations/erasing/erase.ts'
import { CommandError, UsageError } from '../command.ts'
import { defineLeadsCommand, type LeadsTools } from './command.ts'

/** Removes a person from all forms' leads. */
export const erase = defineLeadsCommand({
  usage: `  erase --email E [--yes]
      Empties every lead with this e-mail address, in upper or lower case, spam too, and has the
      database forget it for good. Asks first, unless told --yes.`,
  options: { email: { type: 'string' }, yes: { type: 'boolean', default: false } },
  arguments: [0, 0],
  async run(tools, { email: typed = '', yes }) {
    const email = cleanEmail(typed)
    if (!email.includes('@')) throw new UsageError('--email wants an e-mail address')
    if (!yes && !tools.confirm) throw new UsageError('Nobody is here to ask: add --yes')
    const found = await leadsOfAddress(tools, email, tools.progress)
    const leads = counted(found.length)
    if (!yes && !(await tools.confirm?.(`Erase ${leads}? This can't be undone.`))) {
      throw new CommandError('Nothing was erased')
    }
    const refused = await erasePerson(tools, email, found)
    tools.out.write(`Erased ${leads}. ${remaining(tools)}\n`)
    tellRefused(refused, tools)
    return undefined
  },
})

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
