import { operator } from '../../contract/permissions.ts'
import { emptyLeads } from '../../staff/erase/empty-leads.ts'
import { ErasedList } from '../../staff/erase/erased-list.ts'
import { recordAudit, type Source, type Tools, withTools } from '../tools.ts'
import { forget } from './erase.ts'

/** What was erased again. */
interface ReErased {
  emptied: number
  /** How many are on the list. */
  listed: number
  /** What the database would not do, in its own words. */
  refused: string[]
}

/**
 * Erases again what was erased before, after a backup has brought it back.
 *
 * @throws OperationError when it has to be done again
 */
export async function reErase(tools: Tools): Promise<ReErased> {
  const ids = await tools.erasedList.read()
  const emptied = await emptyLeads(tools, await notErased(tools, ids), operator, 'again')
  if (emptied.length > 0 && (tools.tables?.has('lead_audit') ?? true)) {
    const detail = { leads: emptied.length, again: true }
    await recordAudit(tools, { action: 'leads.erased', detail })
  }
  return { emptied: emptied.length, listed: ids.length, refused: await forget(tools) }
}

/**
 * Erases again whom the list in a folder names, in leads that were just put back there or into PostgreSQL.
 * Their tables stay as they are, of whatever version: that one is to start on them. Resolves to how many
 * it were.
 *
 * @throws OperationError when it has to be done again
 */
export async function eraseAgain(source: Omit<Source, 'asItIs'>): Promise<number> {
  const ids = await new ErasedList(source.dataDir).read()
  if (ids.length === 0) return 0
  return withTools({ ...source, asItIs: true }, async (tools) => {
    const left = await notErased(tools, ids)
    // To forget it for good has the tables written anew, which takes long.
    return left.length === 0 ? 0 : (await reErase(tools)).emptied
  })
}

/** So many are asked for at once. */
const page = 1_000

async function notErased({ database }: Tools, ids: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (let start = 0; start < ids.length; start += page) {
    const rows = await database
      .selectFrom('lead')
      .select('id')
      .where('id', 'in', ids.slice(start, start + page))
      .where('state', '!=', 'erased')
      .execute()
    found.push(...rows.map(({ id }) => id))
  }
  return found
}
