import { operator } from '../../contract/permissions.ts'
import { emptyLeads } from '../../staff/erase/empty-leads.ts'
import { ErasedList } from '../../staff/erase/erased-list.ts'
import { slicesOf } from '../../store/pages.ts'
import { recordAudit, type Source, type Tools, withTools } from '../tools.ts'
import { purgeDatabase } from './erase.ts'

/**
 * Erases leads again that a restored backup has brought back. Resolves to the number of emptied leads, of leads on the
 * list of erased leads, and to warnings of PostgreSQL about tables that it did not rewrite.
 *
 * @throws OperationError when the command has to run again
 */
export async function reapplyErasures(tools: Tools) {
  const ids = await tools.erasedList.read()
  const emptied = await emptyLeads(tools, await notErased(tools, ids), operator, 'again')
  if (emptied.length > 0 && (tools.tables?.has('lead_audit') ?? true)) {
    const detail = { leads: emptied.length, again: true }
    await recordAudit(tools, { action: 'leads.erased', detail })
  }
  return { emptied: emptied.length, listed: ids.length, warnings: await purgeDatabase(tools) }
}

/**
 * Re-applies the erasures on a data folder's list to leads that were just restored, in that folder or in PostgreSQL.
 * Does not migrate the tables, because the version that wrote them is about to start. Resolves to the number of
 * erased leads.
 *
 * @throws OperationError when the command has to run again
 */
export async function reapplyErasuresAfterRestore(
  source: Omit<Source, 'skipMigrations'>,
): Promise<number> {
  const ids = await new ErasedList(source.dataDir).read()
  if (ids.length === 0) return 0
  return withTools({ ...source, skipMigrations: true }, async (tools) => {
    const left = await notErased(tools, ids)
    // Purging rewrites the tables, which takes long.
    return left.length === 0 ? 0 : (await reapplyErasures(tools)).emptied
  })
}

/** Maximum number of leads in one query. */
const pageSize = 1_000

async function notErased({ database }: Tools, ids: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const some of slicesOf(ids, pageSize)) {
    const rows = await database
      .selectFrom('lead')
      .select('id')
      .where('id', 'in', some)
      .where('state', '!=', 'erased')
      .execute()
    found.push(...rows.map(({ id }) => id))
  }
  return found
}
