import { cleanEmail } from 'halvi-leads/clean-text'
import { erasePerson, leadsMentioning, leadsOfAddress } from 'halvi-leads/operations/erasing/erase'
import { reapplyErasures } from 'halvi-leads/operations/erasing/re-erase'
import { holdMail } from 'halvi-leads/operations/mail'
import { CommandError, UsageError } from '../command.ts'
import { counted } from '../table.ts'
import { define, type LeadsTools } from './command.ts'

/** The commands that erase personal data from leads. */
export const eraseCommands = {
  erase: define({
    usage: `  erase --email E [--mentions keep|redact] [--yes]
      Empties every lead with this email address, including spam, and removes the data from the
      database's files permanently. Ignores case. Asks first, unless --yes is given.
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
      if (!['keep', 'redact'].includes(mentions)) {
        throw new UsageError('--mentions must be keep or redact')
      }
      if (!yes && !tools.confirm)
        throw new UsageError("Can't ask for confirmation without a terminal: add --yes")
      const found = await leadsOfAddress(tools, email, tools.progress)
      const mentioning = await leadsMentioning(tools, email, found)
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
      const failures = await erasePerson(tools, email, found, isRedacted ? mentioning : [])
      out.write(`Erased ${leads}. ${remainingCopies}`)
      const inLog = ' PostgreSQL keeps them in its write-ahead log until it recycles that file.'
      out.write(tools.databaseUrl ? `${inLog}\n` : '\n')
      if (isRedacted) out.write(`Erased the address in ${others}.\n`)
      reportFailures(failures, tools)
    },
  }),
  're-erase': define({
    usage: `  re-erase
      Run this after you restored a backup without halvi restore. Erases again all leads on the
      list DATA_DIR/erased-leads, and removes the data from the database's files permanently.
      Queued mail is held until you release it with "mail release".`,
    async run(tools) {
      await holdMail(tools)
      const { emptied, listed, warnings } = await reapplyErasures(tools)
      reportFailures(warnings, tools)
      tools.out.write(`Erased ${counted(emptied)} again; the list has ${listed}\n`)
    },
  }),
}

const remainingCopies =
  'Earlier backups, exports, and the receivers of delivered leads still have the data.'

/** Reports tables whose old files PostgreSQL could not rewrite. */
function reportFailures(failures: string[], { out }: LeadsTools): void {
  for (const failure of failures) out.write(`PostgreSQL may still store parts of it: ${failure}\n`)
}
