import type { Figures, Retention } from 'halvi-leads/contract'
import { useStaffQuery } from '../../staff.tsx'
import type { Choice } from '../address.ts'
import { deliveryLabels, formLabel, sourceLabel, statusLabels, visible } from '../labels.ts'
import { usePeople } from '../people.ts'
import type { Option } from './filter-choice.tsx'

/** Returns what there is to filter by, the most frequent first where leads decide on it. */
export function useOptions(): Record<Choice, Option[]> {
  const people = usePeople()
  const settings = { staleTime: 60_000 }
  const { data: metrics } = useStaffQuery<Figures>(['metrics', 'options'], 'figures', settings)
  // Every form that leads can be of, whether there is one or not.
  const { data: retention } = useStaffQuery<Retention>(['retention'], 'retention', settings)
  const { interests = [], services = [], businessTypes = [], sources, campaigns } = metrics ?? {}
  // An interest in one form may be a service in another.
  const topics = new Map(
    [...interests, ...services, ...businessTypes].map((count) => [count.value, count]),
  )
  return {
    form: (retention?.forms ?? []).map(({ form }) => ({ value: form, label: formLabel(form) })),
    status: optionsOf(statusLabels),
    topic: counted([...topics.values()], visible),
    source: counted(sources, sourceLabel),
    campaign: counted(campaigns, visible),
    delivery: optionsOf(deliveryLabels),
    owner: [
      { value: 'nobody', label: 'Nobody' },
      ...people.map(({ id, name }) => ({ value: id, label: name })),
    ],
  }
}

const counted = (counts: Figures['sources'] = [], word: (value: string) => string) =>
  counts.flatMap(({ value }) => (value ? [{ value, label: word(value) }] : []))

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
