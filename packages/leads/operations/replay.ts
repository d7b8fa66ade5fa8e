import { setTimeout as sleep } from 'node:timers/promises'
import { iso } from '../clock.ts'
import type { LeadState } from '../lead.ts'
import { makeDue } from '../staff/changing/replay.ts'
import { pagesById } from '../store/pages.ts'
import { type Progress, recordAudit, type Tools } from './tools.ts'

/** Makes undelivered leads due immediately, or only the exhausted ones. Resolves to their number. */
export async function replayLeads(
  tools: Tools,
  exhausted: boolean,
  progress?: Progress,
): Promise<number> {
  const states: LeadState[] = exhausted ? ['exhausted'] : ['pending', 'exhausted']
  let count = 0
  const now = iso(tools.clock.monotonic())
  const undelivered = tools.database.selectFrom('lead').select('id').where('state', 'in', states)
  const pages = pagesById(pageSize, (last) =>
    undelivered.where('id', '>', last).orderBy('id').limit(pageSize).execute(),
  )
  for await (const page of pages) {
    const ids = page.map((lead) => lead.id)
    const due = await tools.inTransaction((within) => makeDue(within, ids, now, states))
    count += due.length
    progress?.(`${count} leads are due`)
    if (page.length === pageSize) await sleep(pauseMs)
  }
  progress?.('')
  if (count > 0) await recordAudit(tools, { action: 'lead.replayed', detail: { leads: count } })
  return count
}

/** Number of leads in one update, which takes a few hundredths of a second. */
const pageSize = 2_000

/** Pause between pages, in milliseconds. The site checks every 20 ms whether it can write, and does so in between. */
const pauseMs = 40
