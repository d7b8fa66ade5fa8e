import { cleanEmail } from 'halvi-leads/clean-text'
import { erasePerson, leadsMentioning, leadsOfAddress } from 'halvi-leads/operations/erasing/erase'
import { reErase } from 'halvi-leads/operations/erasing/re-erase'
import { CommandError, UsageError } from '../command.ts'
import { counted } from '../table.ts'
import { define, type LeadsTools } from './command.ts'

/** The commands that remove people from leads. */
export const eraseCommands = {
  erase: define({
    usage: `  erase --email E [--mentions keep|redact] [--yes]
      Empties every lead with this e-mail address, in upper or lower case, spam too, and has the
      database forget it for good. Asks first, unless --yes is given.
      Lists other leads that mention the address in a field or a note. They keep it, unless
      --mentions redact is given: then it is replaced by [erased] there.`,
    options: {
      email: { type: 'string', default: '' },
      mentions: { type: 'string', default: 'keep' },
      yes: { type: 'boolean', default: false },
    },
    async run(tools, { email: typed, mentions, yes }) {
      const { out } = tools
      const email = cleanEmail(typed)
      if (!email.includes('@')) throw new UsageError('--email wants an e-mail address')
      if (!['keep', 'redact'].includes(mentions)) {
        throw new UsageError('--mentions is keep or redact')
      }
      if (!yes && !tools.confirm) throw new UsageError('Nobody is here to ask: add --yes')
      const found = await leadsOfAddress(tools, email, tools.progress)
      const mentioning = await leadsMentioning(tools, email, found)
      const isRedacted = mentions === 'redact'
      const leads = counted(found.length)
      const others = counted(mentioning.length)
      if (!isRedacted && mentioning.length > 0) {
        out.write(`${others} of other people mention the address:\n`)
        for (const id of mentioning) out.write(`  ${id}\n`)
        out.write('They keep it. To replace it there, add --mentions redact.\n')
      }
      const what = isRedacted ? `${leads}, and the address in ${others} of other people` : leads
      if (!yes && !(await tools.confirm?.(`Erase ${what}? This can't be undone.`))) {
        throw new CommandError('Nothing was erased')
      }
      const refused = await erasePerson(tools, email, found, isRedacted ? mentioning : [])
      out.write(`Erased ${leads}. ${remaining}`)
      const inLog = ' So does the write-ahead log, until that is recycled.'
      out.write(tools.databaseUrl ? `${inLog}\n` : '\n')
      if (isRedacted) out.write(`Erased the address in ${others}.\n`)
      reportRefused(refused, tools)
    },
  }),
  're-erase': define({
    usage: `  re-erase
      After a backup was restored: empties what was erased since it was made, by the list in
      DATA_DIR/erased-leads, and has the database forget it for good.`,
    async run(tools) {
      const { emptied, listed, refused } = await reErase(tools)
      reportRefused(refused, tools)
      tools.out.write(`${counted(emptied)} erased again, of ${listed} on the list\n`)
    },
  }),
}

const remaining =
  'Earlier backups and exports, and the receivers of delivered leads, still have it.'

/** Reports what the database would not forget. */
function reportRefused(refused: string[], { out }: LeadsTools): void {
  for (const what of refused) out.write(`PostgreSQL may still hold parts of it: ${what}\n`)
}
