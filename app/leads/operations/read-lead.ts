import { OperationError } from './errors.ts'
import { tell } from './tell.ts'
import type { Tools } from './tools.ts'

/** All of one lead. @throws OperationError when there is none */
export async function readLead(tools: Tools, id: string) {
  const row = await tools.database
    .selectFrom('lead')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new OperationError(`There is no lead ${id}`)
  await tell(tools, { action: 'lead.viewed', lead: id })
  return row
}
