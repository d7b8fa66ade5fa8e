import type * as contract from '../contract/contract.ts'
import type { Actor } from '../contract/permissions.ts'
import { changeLead } from './changing/change.ts'
import { changeMany } from './changing/change-many.ts'
import { addNote } from './changing/note.ts'
import { replayLead } from './changing/replay.ts'
import type { StaffContext } from './context.ts'
import { aboutAddress, readDetail } from './detail.ts'
import { eraseAddress } from './erase/erase-address.ts'
import type { ErasedList } from './erase/erased-list.ts'
import { findByAddress, mayMention } from './erase/find-by-address.ts'
import { findMentions, listMentions } from './erase/mentions.ts'
import type { Purge } from './erase/purge.ts'
import { makeTicket, startExport } from './exports.ts'
import type { CursorSigner } from './index/cursor.ts'
import type { LeadIndex } from './index/lead-index.ts'
import { readRetention, setRetention } from './retention/retention.ts'
import type { RetentionJob } from './retention/retention-job.ts'
import type { NameOf } from './summary.ts'
import { readViews, removeView, saveView } from './views.ts'

/** The parts that find, erase and purge leads. */
interface Parts {
  index: LeadIndex
  erasedList: ErasedList
  purge: Pick<Purge, 'run'>
  retentionJob: Pick<RetentionJob, 'runNow'>
  cursors: CursorSigner
}

/**
 * What staff do with leads; permissions are checked before. Methods that return personal data record who gets it, and
 * reject when they can't; changes are recorded in the same transaction. Reads never keep a submission waiting.
 */
export type StaffLeads = ReturnType<typeof createStaffLeads>

/** Puts together what staff do with leads. */
export function createStaffLeads(
  context: StaffContext,
  { index, erasedList, purge, retentionJob, cursors }: Parts,
) {
  const { database, nameOf, reads } = context
  const list: LeadIndex['list'] = (query) => index.list(query)
  const leadsOf = (email: string) => findByAddress(context, list, email)
  const mentionsOf = (email: string, own: readonly string[]) =>
    findMentions(database, mayMention(context, list, email), email, own)
  return {
    /** @throws CursorError where `after` was not made for this person, filter and sort */
    async list(query: contract.LeadQuery, by: Actor): Promise<contract.LeadPage> {
      const after = query.after === undefined ? undefined : cursors.verify(query.after, by, query)
      const { leads, next, ...page } = await index.list({ ...query, after })
      await reads.searched(by, query)
      return {
        ...page,
        leads: leads.map((lead) => named(lead, nameOf)),
        next: next && cursors.sign(next, by, query),
      }
    },
    async figures(query: contract.FiguresQuery, by: Actor): Promise<contract.Figures> {
      const figures = await index.figures(query)
      await reads.counted(by, query)
      return figures
    },
    async funnel(query: contract.FiguresQuery, by: Actor): Promise<contract.Funnel> {
      const funnel = await index.funnel(query)
      await reads.counted(by, query)
      return funnel
    },
    /** Grows with each lead that was stored or changed. */
    version: (): Promise<{ version: number; newLeads: number }> => index.version(),
    makeTicket: (wanted: Parameters<typeof makeTicket>[1]) => makeTicket(context, wanted),
    export: (ticket: string, by: Actor | undefined) => startExport(context, index, ticket, by),
    find: (id: string, by: Actor) => readDetail(context, id, by),
    change: (id: string, change: contract.LeadChange, by: Actor) =>
      changeLead(context, id, change, by),
    addNote: (id: string, text: string, by: Actor) => addNote(context, id, text, by),
    changeMany: (change: contract.BulkChange, by: Actor) => changeMany(context, list, change, by),
    /** Makes the endpoint be tried again at once; undefined when there is nothing to send. */
    replay: (id: string, by: Actor) => replayLead(context, id, by),
    /**
     * Empties every lead with this address, with its notes and in every index, and removes saved views that have it.
     * `mentions`: whether the address is replaced in other leads, too.
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
      return { ...done, remaining: await purge.run() }
    },
    /** Returns where an address stands outside of leads with it. */
    async mentions(email: string, by: Actor): Promise<contract.Mentions> {
      const found = mentionsOf(email, await leadsOf(email))
      const mentions = await listMentions(database, found, email)
      await reads.searched(by, { q: email, sort: 'oldest', limit: 0 })
      return mentions
    },
    /** Returns everything that is kept about an address, as one JSON text. */
    async aboutAddress(email: string, by: Actor): Promise<string> {
      const own = await leadsOf(email)
      const mentions = await listMentions(database, mentionsOf(email, own), email)
      return aboutAddress(context, email, own, mentions, by)
    },
    views: (of: Actor) => readViews(context, of),
    saveView: (view: Pick<contract.SavedView, 'name' | 'query' | 'shared'>, by: Actor) =>
      saveView(context, view, by),
    removeView: (id: string, by: Actor) => removeView(context, id, by),
    retention: () => readRetention(context),
    async setRetention(retention: contract.Retention, by: Actor): Promise<contract.Retention> {
      const set = await setRetention(context, retention, by)
      retentionJob.runNow()
      return set
    },
  }
}

/** The index knows people by their ids alone. */
function named(lead: contract.LeadSummary, nameOf: NameOf): contract.LeadSummary {
  if (!lead.owner) return lead
  return { ...lead, owner: { ...lead.owner, name: nameOf(lead.owner.id) ?? lead.owner.name } }
}
