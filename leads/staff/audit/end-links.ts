import type { Kysely } from 'kysely'
import { permissionsOf } from '../../contract/permissions.ts'
import type { LeadTables } from '../../store/database/tables.ts'

/** Deletes the links of an account that was removed, or whose new role may not share previews. */
export async function endLinksOf(
  within: Kysely<LeadTables>,
  { action, detail }: { action: string; detail?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const mayShare =
    action === 'person.role-changed' && permissionsOf(String(detail?.to)).includes('preview:share')
  if (mayShare || !['person.removed', 'person.role-changed'].includes(action)) return
  await within
    .deleteFrom('lead_preview_link')
    .where('owner', '=', String(detail?.subject))
    .execute()
}
