import type { Erased, Mentions } from '../contract/erasure.ts'
import type { BulkChange, LeadChange } from '../contract/lead-changes.ts'
import type { LeadPage, LeadQuery } from '../contract/leads.ts'
import type { Funnel, LeadMetrics, LeadMetricsQuery } from '../contract/metrics.ts'
import type { Actor } from '../contract/permissions.ts'
import type { Notice, SavedView } from '../contract/staff.ts'
import { createApplicantOperations } from './applicants/applicants.ts'
import { changeLead } from './changing/change.ts'
import { changeMany } from './changing/change-many.ts'
import { addNote } from './changing/note.ts'
import { replayLead } from './changing/replay.ts'
import type { StaffContext } from './context.ts'
import { aboutAddress, readDetail } from './detail.ts'
import { type EraseContext, erasePerson, leadsFrom } from './erase/erase.ts'
import { listMentions } from './erase/mentions.ts'
import { maxWorkbookLeads, tooManyForWorkbook } from './export/xlsx.ts'
import { createTicket, startExport } from './exports.ts'
import { type Addressee, readNotice, setNotice } from './notice.ts'
import type { createExports } from './queries/export-leads.ts'
import { listLeads } from './queries/list.ts'
import { readFunnel, readMetrics, readVersion } from './queries/metrics.ts'
import { readViews, removeView, saveView } from './views.ts'

/**
 * Operations of staff on leads. The caller checks permissions. Methods that return personal data record the read, and
 * reject if they cannot. Changes are recorded in the same transaction. Reads never delay submissions.
 */
export function createStaffLeads(
  context: StaffContext & EraseContext,
  exports: Pick<ReturnType<typeof createExports>, 'start'>,
) {
  const { database, nameOf, reads } = context
  return {
    ...createApplicantOperations(context),
    /**
     * Returns a page of leads.
     *
     * @throws CursorError when `after` is invalid for the sort order
     */
    async list(query: LeadQuery, by: Actor): Promise<LeadPage> {
      const page = await listLeads(database, query, nameOf)
      await reads.searched(by, query)
      return page
    },
    async metrics(query: LeadMetricsQuery, by: Actor): Promise<LeadMetrics> {
      const metrics = await readMetrics(database, query)
      await reads.counted(by, query)
      return { ...metrics, ...(!context.delivers && { timeToDeliver: null }) }
    },
    async funnel(query: LeadMetricsQuery, by: Actor): Promise<Funnel> {
      const funnel = await readFunnel(database, query)
      await reads.counted(by, query)
      return funnel
    },
    /** Returns a version that increases with each stored or changed lead. */
    version: () => readVersion(database),
    /** @throws TooManyLeadsError for an Excel workbook with too many leads */
    async createTicket(requested: Parameters<typeof createTicket>[1]): Promise<string> {
      const { format, filter } = requested
      if (format === 'xlsx') {
        const { ids, ...rest } = filter
        const query = { ...rest, sort: 'newest', limit: 1 } as const
        const count = ids?.length ?? (await listLeads(database, query, nameOf)).total
        if (count > maxWorkbookLeads) throw tooManyForWorkbook()
      }
      return createTicket(context, requested)
    },
    export: (ticket: string, by: Actor | undefined) => startExport(context, exports, ticket, by),
    find: (id: string, by: Actor) => readDetail(context, id, by),
    change: (id: string, change: LeadChange, by: Actor) => changeLead(context, id, change, by),
    addNote: (id: string, text: string, by: Actor) => addNote(context, id, text, by),
    changeMany: (change: BulkChange, by: Actor) => changeMany(context, change, by),
    /** Makes a lead due for delivery immediately. Resolves to undefined if there is nothing to deliver. */
    replay: (id: string, by: Actor) => replayLead(context, id, by),
    /** Erases a person, see `erasePerson`. */
    async erase(email: string, by: Actor, mentions: 'keep' | 'redact' = 'keep'): Promise<Erased> {
      const erased = await erasePerson(context, email, by, mentions)
      context.onListed()
      return erased
    },
    /** Returns mentions of an address outside of its own leads. */
    async mentions(email: string, by: Actor): Promise<Mentions> {
      const mentions = await listMentions(database, email, await leadsFrom(database, email))
      await reads.searched(by, { q: email, sort: 'oldest', limit: 0 })
      return mentions
    },
    /** Returns everything that is stored about an address, as JSON. */
    async aboutAddress(email: string, by: Actor): Promise<string> {
      const own = await leadsFrom(database, email)
      const mentions = await listMentions(database, email, own)
      return aboutAddress(context, email, own, mentions, by)
    },
    views: (of: Actor) => readViews(context, of),
    saveView: (view: Pick<SavedView, 'name' | 'query'>, by: Actor) => saveView(context, view, by),
    removeView: (id: string, by: Actor) => removeView(context, id, by),
    notice: (of: Addressee) => readNotice(context, of),
    setNotice: (choice: Pick<Notice, 'mode'>, by: Addressee) => setNotice(context, choice, by),
  }
}
