import {
  cleanEmail,
  erasePerson,
  findMentions,
  holdMail,
  leadsFrom,
  reapplyErasures,
} from 'halvi-leads/admin'
import { operator } from 'halvi-leads/permissions'
import { CommandError, UsageError } from '../command.ts'
import { counted } from '../table.ts'
import { define } from './command.ts'

/** The commands that erase personal data from leads. */
export const eraseCommands = {
  erase: define({
    usage: `  erase --email E [--mentions keep|redact] [--yes]
      Empties every lead with this email address, including spam. Ignores case. Asks first, unless
      --yes is given. SQLite removes the data from its file at once; PostgreSQL when it vacuums.
      Lists other leads that mention the address in a field or a note. They keep it; with
      --mentions redact, it is replaced by [erased].`,
    options: {
      email: { type: 'string', default: '' },
      mentions: { type: 'string', default: 'keep' },
      yes: { type: 'boolean', default: false },
    },
    async run(tools, { email: typed, mentions, yes }) {
      const { out } = tools
      const email = cleanEmail(typed)
      if (!email.includes('@')) throw new UsageError('--email must be an email address')
      if (mentions !== 'keep' && mentions !== 'redact') {
        throw new UsageError('--mentions must be keep or redact')
      }
      if (!yes && !tools.confirm)
        throw new UsageError("Can't ask for confirmation without a terminal: add --yes")
      const found = await leadsFrom(tools.database, email)
      const mentioning: string[] = []
      for await (const { id } of findMentions(tools.database, email, found)) mentioning.push(id)
      const isRedacted = mentions === 'redact'
      const leads = counted(found.length)
      const others = counted(mentioning.length)
      if (!isRedacted && mentioning.length > 0) {
        out.write(`The address is also mentioned in ${others} of other people:\n`)
        for (const id of mentioning) out.write(`  ${id}\n`)
        out.write('It stays there. To replace it with [erased], add --mentions redact.\n')
      }
      const what = isRedacted ? `${leads}, and the address in ${others} of other people` : leads
      if (!yes && !(await tools.confirm?.(`Erase ${what}? This can't be undone.`))) {
        throw new CommandError('Canceled: nothing was erased')
      }
      const { remaining } = await erasePerson(tools, email, operator, mentions)
      out.write(`Erased ${leads}. ${remaining}\n`)
      if (isRedacted) out.write(`Erased the address in ${others}.\n`)
    },
  }),
  're-erase': define({
    usage: `  re-erase
      Run this after you restored a backup without halvi restore. Erases again all leads on the
      list DATA_DIR/erased-leads.
      Queued mail is held until you release it with "mail release".`,
    async run(tools) {
      await holdMail(tools)
      const { emptied, listed } = await reapplyErasures(tools)
      tools.out.write(`Erased ${counted(emptied)} again; the list has ${listed}\n`)
    },
  }),
}
