import type { LeadMetrics } from 'halvi-leads/contract'
import { languageName } from 'halvi-leads/language-name'
import { useStaffQuery } from '../../staff.tsx'
import { deliveryLabels, escapeInvisible, formLabel, sourceLabel, statusLabels } from '../labels.ts'
import { usePeople } from '../people.ts'
import type { Choice } from '../selection.ts'

export interface Option {
  value: string
  label: string
}

/**
 * Returns the options of each filter. Options from leads are sorted by frequency, the most frequent first. They are read
 * again when a list opens, not by a timer, because each read is an entry in the audit log.
 */
export function useOptions(): Record<Choice, Option[]> {
  const people = usePeople()
  const settings = { staleTime: 0 }
  const { data: metrics } = useStaffQuery<LeadMetrics>(['metrics', 'options'], 'figures', settings)
  const {
    days = [],
    interests = [],
    services = [],
    businessTypes = [],
    sources,
    campaigns,
    languages,
  } = metrics ?? {}
  // The same value can be an interest in one form and a service in another.
  const topics = new Map(
    [...interests, ...services, ...businessTypes].map((count) => [count.value, count]),
  )
  return {
    form: [...new Set(days.map(({ form }) => form))]
      .sort()
      .map((form) => ({ value: form, label: formLabel(form) })),
    status: optionsOf(statusLabels),
    topic: counted([...topics.values()], escapeInvisible),
    source: counted(sources, sourceLabel),
    campaign: counted(campaigns, escapeInvisible),
    language: counted(languages, languageName),
    delivery: optionsOf(deliveryLabels),
    owner: [
      { value: 'nobody', label: 'Unassigned' },
      ...people.map(({ id, name }) => ({ value: id, label: name })),
    ],
  }
}

const counted = (counts: LeadMetrics['sources'] = [], word: (value: string) => string) =>
  counts.flatMap(({ value }) => (value ? [{ value, label: word(value) }] : []))

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
