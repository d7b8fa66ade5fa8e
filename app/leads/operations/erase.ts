import { eraseAddress } from '../staff/erase/erase-address.ts'
import { searchAll } from '../staff/erase/leads-of-address.ts'
import { operator } from '../staff/permissions.ts'
import { CommandError, defineCommand, type Tools, UsageError } from './command.ts'
import { forget } from './forget.ts'

/** Removes a person from all forms' leads. What counts leads finds as many as before. */
export const erase = defineCommand({
  usage: `  erase --email E [--yes]
      Empties every lead with this e-mail address, in upper or lower case, spam too, and has the
      database forget it for good. Asks first, unless told --yes.`,
  options: { email: { type: 'string' }, yes: { type: 'boolean', default: false } },
  arguments: [0, 0],
  async run(tools, { email = '', yes }) {
    if (!email.includes('@')) throw new UsageError('--email wants an e-mail address')
    if (!yes && !tools.confirm) throw new UsageError('Nobody is here to ask: add --yes')
    const found = await leadsOf(email, tools)
    const leads = found.length === 1 ? '1 lead' : `${found.length} leads`
    if (!yes && !(await tools.confirm?.(`Erase ${leads}? This can't be undone.`))) {
      throw new CommandError('Nothing was erased')
    }
    await eraseAddress(tools, email, found, operator)
    // Even when nothing was found: an earlier run may have been cut off before this.
    const refused = await forget(tools)
    tools.out.write(`Erased ${leads}. ${remaining(tools)}\n`)
    for (const what of refused) tools.out.write(`PostgreSQL may still hold parts of it: ${what}\n`)
  },
})

const remaining = ({ databaseUrl }: Tools) =>
  databaseUrl ? `${others} So does the write-ahead log, until that is recycled.` : others

const others =
  'Backups and exports that were made before, and whoever leads were delivered to, still have it.'

async function leadsOf(email: string, { database, progress }: Tools): Promise<string[]> {
  const found: string[] = []
  let read = 0
  for await (const id of searchAll(database, email)) {
    if (id !== undefined) found.push(id)
    if (++read % 1_000 === 0) progress?.(`${read} leads searched`)
  }
  progress?.('')
  return found
}
