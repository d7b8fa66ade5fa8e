import type * as contract from '../contract/contract.ts'
import type { Actor } from '../contract/permissions.ts'
import { createApplicantOperations } from './applicants/applicants.ts'
import { changeLead } from './changing/change.ts'
import { changeMany } from './changing/change-many.ts'
import { addNote } from './changing/note.ts'
import { replayLead } from './changing/replay.ts'
import type { StaffContext } from './context.ts'
import { aboutAddress, readDetail } from './detail.ts'
import { eraseAddress } from './erase/erase-address.ts'
import type { ErasedList } from './erase/erased-list.ts'
import { findByAddress, findPossibleMentions } from './erase/find-by-address.ts'
import { findMentions, listMentions } from './erase/mentions.ts'
import type { Purge } from './erase/purge.ts'
import { createTicket, startExport } from './exports.ts'
import type { CursorSigner } from './index/cursor.ts'
import type { LeadIndex } from './index/lead-index.ts'
import { type Addressee, readNotice, setNotice } from './notice.ts'
import { readRetention, setRetention } from './retention/retention.ts'
import type { RetentionJob } from './retention/retention-job.ts'
import type { NameOf } from './summary.ts'
import { readViews, removeView, saveView } from './views.ts'

/** The components that find, erase, and purge leads. */
interface Parts {
  index: LeadIndex
  erasedList: ErasedList
  purge: Pick<Purge, 'run'>
  retentionJob: Pick<RetentionJob, 'runNow'>
  cursors: CursorSigner
}

/**
 * Operations of staff on leads. The caller checks permissions. Methods that return personal data record the read, and
 * reject if they cannot. Changes are recorded in the same transaction. Reads never delay submissions.
 */
export type StaffLeads = ReturnType<typeof createStaffLeads>

/** Creates the operations of staff on leads. */
export function createStaffLeads(
  context: StaffContext,
  { index, erasedList, purge, retentionJob, cursors }: Parts,
) {
  const { database, nameOf, reads } = context
  const list: LeadIndex['list'] = (query) => index.list(query)
  const leadsOf = (email: string) => findByAddress(context, list, email)
  const mentionsOf = (email: string, own: readonly string[]) =>
    findMentions(database, findPossibleMentions(context, list, email), email, own)
  return {
    ...createApplicantOperations(context, list),
    /**
     * Returns a page of leads.
     *
     * @throws CursorError when `after` was not issued for this person, filter, and sort order
     */
    async list(query: contract.LeadQuery, by: Actor): Promise<contract.LeadPage> {
      const after = query.after === undefined ? undefined : cursors.verify(query.after, by, query)
      const { leads, next, ...page } = await index.list({ ...query, after })
      await reads.searched(by, query)
      return {
        ...page,
        leads: leads.map((lead) => withOwnerName(lead, nameOf)),
        next: next && cursors.sign(next, by, query),
      }
    },
    async metrics(query: contract.LeadMetricsQuery, by: Actor): Promise<contract.LeadMetrics> {
      const metrics = await index.metrics(query)
      await reads.counted(by, query)
      return { ...metrics, ...(!context.delivers && { timeToDeliver: null }) }
    },
    async funnel(query: contract.LeadMetricsQuery, by: Actor): Promise<contract.Funnel> {
      const funnel = await index.funnel(query)
      await reads.counted(by, query)
      return funnel
    },
    /** Returns a version that increases with each stored or changed lead. */
    version: (): Promise<{ version: number; newLeads: number }> => index.version(),
    createTicket: (requested: Parameters<typeof createTicket>[1]) =>
      createTicket(context, requested),
    export: (ticket: string, by: Actor | undefined) => startExport(context, index, ticket, by),
    find: (id: string, by: Actor) => readDetail(context, id, by),
    change: (id: string, change: contract.LeadChange, by: Actor) =>
      changeLead(context, id, change, by),
    addNote: (id: string, text: string, by: Actor) => addNote(context, id, text, by),
    changeMany: (change: contract.BulkChange, by: Actor) => changeMany(context, list, change, by),
    /** Makes a lead due for delivery immediately. Resolves to undefined if there is nothing to deliver. */
    replay: (id: string, by: Actor) => replayLead(context, id, by),
    /**
     * Erases all leads with this address, their notes, and their index entries, and deletes saved views that contain
     * it.
     *
     * @param mentions whether the address is replaced in other leads too
     */
    async erase(
      email: string,
      by: Actor,
      mentions: 'keep' | 'redact' = 'keep',
    ): Promise<contract.Erased> {
      const own = await leadsOf(email)
      const others: string[] = []
      if (mentions === 'redact') {
        for await (const { id } of mentionsOf(email, own)) others.push(id)
      }
      const done = await eraseAddress({ ...context, erasedList }, email, own, by, others)
      await context.onListed()
      return { ...done, remaining: await purge.run() }
    },
    /** Returns mentions of an address outside of its own leads. */
    async mentions(email: string, by: Actor): Promise<contract.Mentions> {
      const found = mentionsOf(email, await leadsOf(email))
      const mentions = await listMentions(database, found, email)
      await reads.searched(by, { q: email, sort: 'oldest', limit: 0 })
      return mentions
    },
    /** Returns everything that is stored about an address, as JSON. */
    async aboutAddress(email: string, by: Actor): Promise<string> {
      const own = await leadsOf(email)
      const mentions = await listMentions(database, mentionsOf(email, own), email)
      return aboutAddress(context, email, own, mentions, by)
    },
    views: (of: Actor) => readViews(context, of),
    saveView: (view: Pick<contract.SavedView, 'name' | 'query'>, by: Actor) =>
      saveView(context, view, by),
    removeView: (id: string, by: Actor) => removeView(context, id, by),
    notice: (of: Addressee) => readNotice(context, of),
    setNotice: (choice: Pick<contract.Notice, 'mode'>, by: Addressee) =>
      setNotice(context, choice, by),
    retention: () => readRetention(context),
    async setRetention(retention: contract.Retention, by: Actor): Promise<contract.Retention> {
      const set = await setRetention(context, retention, by)
      retentionJob.runNow()
      return set
    },
  }
}

/** Adds the owner's name, because the index only contains ids. */
function withOwnerName(lead: contract.LeadSummary, nameOf: NameOf): contract.LeadSummary {
  if (!lead.owner) return lead
  return { ...lead, owner: { ...lead.owner, name: nameOf(lead.owner.id) ?? lead.owner.name } }
}
