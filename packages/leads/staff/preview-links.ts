import { randomUUID } from 'node:crypto'
import { iso } from '../clock.ts'
import type { Actor } from '../contract/permissions.ts'
import type { PreviewLink } from '../contract/staff.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { storable } from '../store/storable.ts'
import { appendAudit } from './audit/audit-log.ts'
import type { StaffContext } from './context.ts'

/** Lifetime of a link, in milliseconds: a week. */
const lifetimeMs = 7 * 86_400_000
/** Precision of the last use, in milliseconds. A higher precision would need a write for each use. */
const usedWithinMs = 5 * 60_000

/** Opens the links that staff created to share drafts. All processes of a site share them. */
export function openPreviewLinks({ database, inTransaction, clock }: StaffContext) {
  const now = () => iso(clock.wall())
  const current = () =>
    database.selectFrom('lead_preview_link').selectAll().where('expires_at', '>', now())
  return {
    /** Adds a link to a path of the site. Resolves to its id and its expiry time in milliseconds since 1970. */
    async add(path: string, by: Actor): Promise<{ id: string; until: number }> {
      const id = randomUUID().replaceAll('-', '')
      const until = clock.wall() + lifetimeMs
      await inTransaction(async (within) => {
        await within.deleteFrom('lead_preview_link').where('expires_at', '<=', now()).execute()
        const owner = { owner: storable(by.id), owner_name: storable(by.name) }
        const times = { created_at: now(), expires_at: iso(until), used_at: null }
        const link = { id, ...owner, path: storable(path), ...times }
        await within.insertInto('lead_preview_link').values(link).execute()
        const detail = { link: id, path: link.path }
        await appendAudit(within, [{ by, action: 'preview.shared', detail }], now())
      })
      return { id, until }
    },

    /** Records the use of a link. Resolves to its owner's id, or undefined if the link has expired or was revoked. */
    async use(id: string): Promise<string | undefined> {
      const link = await current().where('id', '=', id).executeTakeFirst()
      if (link && Date.parse(link.used_at ?? link.created_at) + usedWithinMs < clock.wall()) {
        await setUsed(database, id, now())
      }
      return link?.owner
    },

    /** Records in the audit log that a link was opened. */
    recordOpened: (id: string): Promise<void> =>
      inTransaction(async (within) => {
        await setUsed(within, id, now())
        const by = { id: '', name: 'Somebody with the link' }
        await appendAudit(within, [{ by, action: 'preview.opened', detail: { link: id } }], now())
      }),

    /** Returns all links that have not expired, newest first. */
    async list(): Promise<PreviewLink[]> {
      const rows = await current().orderBy('created_at', 'desc').orderBy('id').execute()
      return rows.map((row) => ({
        id: row.id,
        owner: { id: row.owner, name: row.owner_name },
        path: row.path,
        created: row.created_at,
        expires: row.expires_at,
        used: row.used_at,
      }))
    },

    /** Deletes a link. Resolves to whether it existed. */
    revoke: (id: string, by: Actor): Promise<boolean> =>
      inTransaction(async (within) => {
        const { numDeletedRows } = await within
          .deleteFrom('lead_preview_link')
          .where('id', '=', id)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return false
        await appendAudit(within, [{ by, action: 'preview.revoked', detail: { link: id } }], now())
        return true
      }),
  }
}

async function setUsed(database: LeadDatabase, id: string, used_at: string): Promise<void> {
  await database.updateTable('lead_preview_link').set({ used_at }).where('id', '=', id).execute()
}
