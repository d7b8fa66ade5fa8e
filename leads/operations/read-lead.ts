import { OperationError } from '../errors.ts'
import { recordAudit } from './record-audit.ts'
import type { Tools } from './tools.ts'

/** All of one lead. @throws OperationError when there is none */
export async function readLead(tools: Tools, id: string) {
  const row = await tools.database
    .selectFrom('lead')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new OperationError(`There is no lead ${id}`)
  await recordAudit(tools, { action: 'lead.viewed', lead: id })
  return row
}
