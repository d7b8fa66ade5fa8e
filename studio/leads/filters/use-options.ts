import { useQuery } from '@tanstack/react-query'
import type { Figures, Retention } from 'halvi-leads/contract'
import type { Choice } from '../address.ts'
import { usePeople } from '../api/people.ts'
import { useStaff } from '../api/staff-context.tsx'
import { deliveryLabels, formLabel, sourceLabel, statusLabels } from '../labels.ts'
import { visible } from '../text/visible.ts'
import type { Option } from './filter-choice.tsx'

/** What there is to filter by, the most frequent first where leads decide on it. */
export function useOptions(): Record<Choice, Option[]> {
  const request = useStaff()
  const people = usePeople()
  const { data: figures } = useQuery({
    queryKey: ['figures', 'options'],
    queryFn: ({ signal }) => request<Figures>('figures', { signal }),
    staleTime: 60_000,
  })
  // Every form that leads can be of, whether there is one or not.
  const { data: kept } = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => request<Retention>('retention', { signal }),
    staleTime: 60_000,
  })
  const topics = [
    ...(figures?.interests ?? []),
    ...(figures?.services ?? []),
    ...(figures?.businessTypes ?? []),
  ]
  return {
    form: (kept?.forms ?? []).map(({ form }) => option(form, formLabel)),
    status: optionsOf(statusLabels),
    topic: counted(distinct(topics), visible),
    source: counted(figures?.sources, sourceLabel),
    campaign: counted(figures?.campaigns, visible),
    delivery: optionsOf(deliveryLabels),
    owner: [
      { value: 'nobody', label: 'Nobody' },
      ...people.map(({ id, name }) => ({ value: id, label: name })),
    ],
  }
}

const option = (value: string, word: (value: string) => string): Option => ({
  value,
  label: word(value),
})

const counted = (counts: Figures['sources'] = [], word: (value: string) => string) =>
  counts.filter(({ value }) => value).map(({ value }) => option(value, word))

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** What is an interest in one form may be a service in another. */
const distinct = (counts: Figures['interests']) => [
  ...new Map(counts.map((count) => [count.value, count])).values(),
]
