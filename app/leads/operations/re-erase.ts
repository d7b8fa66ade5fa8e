import { emptyLeads } from '../staff/erase/empty-leads.ts'
import { operator } from '../staff/permissions.ts'
import { defineCommand } from './command.ts'
import { forget } from './forget.ts'
import { tell } from './tell.ts'

/** Erases again what was erased before, after a backup has brought it back. */
export const reErase = defineCommand({
  usage: `  re-erase
      After a backup was restored: empties what was erased since it was made, by the list in
      DATA_DIR/erased-leads, and has the database forget it for good.`,
  options: {},
  arguments: [0, 0],
  async run(tools) {
    const ids = await tools.erasedList.read()
    const emptied = await emptyLeads(tools, ids, operator, 'again')
    if (emptied.length > 0) {
      const detail = { leads: emptied.length, again: true }
      await tell(tools, { action: 'leads.erased', detail })
    }
    for (const what of await forget(tools)) {
      tools.out.write(`PostgreSQL may still hold parts of it: ${what}\n`)
    }
    const leads = emptied.length === 1 ? '1 lead' : `${emptied.length} leads`
    tools.out.write(`${leads} erased again, of ${ids.length} on the list\n`)
  },
})
