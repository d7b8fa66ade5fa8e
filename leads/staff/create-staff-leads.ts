import type { LeadSummary } from '../contract/contract.ts'
import { aboutAddress } from './about-address.ts'
import { changeLead } from './changing/change.ts'
import { changeMany } from './changing/change-many.ts'
import { addNote } from './changing/note.ts'
import { replayLead } from './changing/replay.ts'
import type { StaffContext } from './context.ts'
import { readDetail } from './detail.ts'
import { eraseAddress } from './erase/erase-address.ts'
import type { ErasedList } from './erase/erased-list.ts'
import { findByAddress, mayMention } from './erase/find-by-address.ts'
import type { Forgetting } from './erase/forget.ts'
import { findMentions, listMentions } from './erase/mentions.ts'
import { makeTicket } from './export-tickets.ts'
import type { CursorSigner } from './index/cursor.ts'
import type { LeadIndex } from './index/lead-index.ts'
import { readRetention, setRetention } from './retention/retention.ts'
import type { RetentionJob } from './retention/retention-job.ts'
import type { StaffLeads } from './staff-leads.ts'
import { startExport } from './start-export.ts'
import type { NameOf } from './summary.ts'
import { readViews, removeView, saveView } from './views.ts'

/** What leads are found by, what is erased, and how the database forgets it. */
interface Parts {
  index: LeadIndex
  erasedList: ErasedList
  forgetting: Pick<Forgetting, 'forget'>
  retentionJob: Pick<RetentionJob, 'runNow'>
  cursors: CursorSigner
}

/** Puts together what staff do with leads. */
export function createStaffLeads(
  context: StaffContext,
  { index, erasedList, forgetting, retentionJob, cursors }: Parts,
): StaffLeads {
  const { database, nameOf, reads } = context
  const leadsOf = (email: string) => findByAddress(context, index.list, email)
  const mentionsOf = (email: string, own: readonly string[]) =>
    findMentions(database, mayMention(context, index.list, email), email, own)
  return {
    async list(query, by) {
      const after = query.after === undefined ? undefined : cursors.verify(query.after, by, query)
      const { leads, next, ...page } = await index.list({ ...query, after })
      await reads.searched(by, query)
      return {
        ...page,
        leads: leads.map((lead) => named(lead, nameOf)),
        next: next && cursors.sign(next, by, query),
      }
    },
    async figures(query, by) {
      const figures = await index.figures(query)
      await reads.counted(by, query)
      return figures
    },
    async funnel(query, by) {
      const funnel = await index.funnel(query)
      await reads.counted(by, query)
      return funnel
    },
    version: () => index.version(),
    export: (ticket, by) => startExport(context, index, ticket, by),
    find: (id, by) => readDetail(context, id, by),
    change: (id, change, by) => changeLead(context, id, change, by),
    addNote: (id, text, by) => addNote(context, id, text, by),
    changeMany: (change, by) => changeMany(context, index.list, change, by),
    replay: (id, by) => replayLead(context, id, by),
    async erase(email, by, mentions = 'keep') {
      const erasing = { ...context, erasedList }
      const own = await leadsOf(email)
      const others: string[] = []
      if (mentions === 'redact') {
        for await (const { id } of mentionsOf(email, own)) others.push(id)
      }
      const done = await eraseAddress(erasing, email, own, by, others)
      return { ...done, remaining: await forgetting.forget() }
    },
    async mentions(email, by) {
      const found = mentionsOf(email, await leadsOf(email))
      const mentions = await listMentions(database, found, email)
      await reads.searched(by, { q: email, sort: 'oldest', limit: 0 })
      return mentions
    },
    async aboutAddress(email, by) {
      const own = await leadsOf(email)
      const mentions = await listMentions(database, mentionsOf(email, own), email)
      return aboutAddress(context, email, own, mentions, by)
    },
    makeTicket: (wanted) => makeTicket(context, wanted),
    views: (of) => readViews(context, of),
    saveView: (view, by) => saveView(context, view, by),
    removeView: (id, by) => removeView(context, id, by),
    retention: () => readRetention(database),
    async setRetention(retention, by) {
      const set = await setRetention(context, retention, by)
      retentionJob.runNow()
      return set
    },
  }
}

/** The index knows people by their ids alone. */
function named(lead: LeadSummary, nameOf: NameOf): LeadSummary {
  if (!lead.owner) return lead
  return { ...lead, owner: { ...lead.owner, name: nameOf(lead.owner.id) ?? lead.owner.name } }
}
