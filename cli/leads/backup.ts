import { backUpLeads } from 'halvi-leads/operations/backup'
import { defineLeadsCommand } from './command.ts'

/** Writes all leads of SQLite into a database file of their own. */
export const backup = defineLeadsCommand({
  usage: `  backup FILE
      All leads as of this moment, in one file that a site can start from. SQLite only; the
      README says how PostgreSQL is backed up with pg_dump.`,
  options: {},
  arguments: [1, 1],
  async run(tools, _values, [target = '']) {
    await backUpLeads(tools, target)
    tools.out.write(`All leads are in ${target}\n`)
    return undefined
  },
})
