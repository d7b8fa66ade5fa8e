import { changeLead } from './change.ts'
import { changeMany } from './change-many.ts'
import type { StaffContext } from './context.ts'
import { readDetail } from './detail.ts'
import { addNote } from './note.ts'
import { plainList } from './plain-list.ts'
import { replayLead } from './replay.ts'
import type { StaffLeads } from './staff-leads.ts'
import { readViews, removeView, saveView } from './views.ts'

/** What staff can do with the leads of a database so far. */
export type StaffLeadsSoFar = Pick<
  StaffLeads,
  | 'list'
  | 'find'
  | 'change'
  | 'addNote'
  | 'changeMany'
  | 'replay'
  | 'views'
  | 'saveView'
  | 'removeView'
>

/** Puts together what staff do with leads. */
export function createStaffLeads(context: StaffContext): StaffLeadsSoFar {
  const list: StaffLeads['list'] = (query) => plainList(context, query)
  return {
    list,
    find: (id) => readDetail(context.database, id, context.nameOf),
    change: (id, change, by) => changeLead(context, id, change, by),
    addNote: (id, text, by) => addNote(context, id, text, by),
    changeMany: (change, by) => changeMany(context, list, change, by),
    replay: (id, by) => replayLead(context, id, by),
    views: (of) => readViews(context, of),
    saveView: (view, by) => saveView(context, view, by),
    removeView: (id, by) => removeView(context, id, by),
  }
}
