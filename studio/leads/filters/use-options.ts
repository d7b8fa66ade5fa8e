import { useQuery } from '@tanstack/react-query'
import type { Figures } from '../../../app/leads/staff/contract.ts'
import type { Choice } from '../address.ts'
import { usePeople } from '../api/people.ts'
import { useStaff } from '../api/staff-context.tsx'
import { deliveryWords, formWord, sourceWord, statusWords } from '../labels.ts'
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
  const topics = [
    ...(figures?.interests ?? []),
    ...(figures?.services ?? []),
    ...(figures?.businessTypes ?? []),
  ]
  return {
    form: distinct(figures?.days.map(({ form }) => form)).map((value) => option(value, formWord)),
    status: optionsOf(statusWords),
    topic: distinct(topics.map(({ value }) => value)).map((value) => option(value, visible)),
    source: counted(figures?.sources, sourceWord),
    campaign: counted(figures?.campaigns, visible),
    delivery: optionsOf(deliveryWords),
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

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const distinct = (values: string[] = []) => [...new Set(values)].filter(Boolean).sort()
