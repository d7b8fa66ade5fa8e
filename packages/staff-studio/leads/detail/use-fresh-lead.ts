import { useQueryClient } from '@tanstack/react-query'
import type { LeadDetail, LeadPage } from 'halvi-leads/contract'
import { useEffect, useRef } from 'react'

/**
 * Reloads the open lead when it has changed. The audit log records each load, so unnecessary loads are avoided. If a
 * list shows the lead, a new revision, delivery state, or number of notes there triggers the reload. If no list shows
 * it, as on a phone, any change of leads triggers the reload (`version`, from `useChanges`).
 */
export function useFreshLead(lead: LeadDetail | undefined, version: number | undefined): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (!lead) return
    return cache.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryKey[0] !== 'leads') return
      const now = summaryIn(query.state.data, lead.id)
      if (!now || now.revision < lead.revision) return
      const isSame =
        now.revision === lead.revision && now.delivery === lead.delivery && now.notes === lead.notes
      if (!isSame) void cache.invalidateQueries({ queryKey: ['lead', lead.id] })
    })
  }, [cache, lead])

  const id = lead?.id
  const seen = useRef(version)
  useEffect(() => {
    const isNew = seen.current !== undefined && seen.current !== version
    seen.current = version
    if (!id || !isNew) return
    const lists = cache.getQueryCache().findAll({ queryKey: ['leads'], type: 'active' })
    const isListed = lists.some(({ state }) => summaryIn(state.data, id))
    if (!isListed) void cache.invalidateQueries({ queryKey: ['lead', id] })
  }, [cache, id, version])
}

const summaryIn = (page: unknown, lead: string) =>
  (page as LeadPage | undefined)?.leads.find(({ id }) => id === lead)
