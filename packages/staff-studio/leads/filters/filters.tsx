import { CloseIcon } from '@sanity/icons'
import { Flex } from '@sanity/ui'
import { SmallButton } from '../../ui/controls.tsx'
import { type Choice, choices, defaultSelection, isFiltered, type Selection } from '../selection.ts'
import { daysText } from './days.ts'
import { FilterChoice } from './filter-choice.tsx'
import { FilterDates } from './filter-dates.tsx'
import { useOptions } from './use-options.ts'

const titles: Record<Choice, string> = {
  status: 'Status',
  form: 'Form',
  topic: 'Topic',
  source: 'Source',
  campaign: 'Campaign',
  language: 'Language',
  delivery: 'Delivery',
  owner: 'Owner',
}

interface FiltersProps {
  selection: Selection
  onChange(selection: Selection): void
}

/** The row of all filters. */
export function Filters({ selection, onChange }: FiltersProps) {
  const options = useOptions()
  const { from, to, spam } = selection
  return (
    <Flex gap={1} wrap="wrap" role="group" aria-label="Filters">
      {(Object.keys(titles) as Choice[]).map((key) => (
        <FilterChoice
          key={key}
          title={titles[key]}
          options={options[key]}
          chosen={selection[key]}
          onChange={(chosen) => onChange({ ...selection, [key]: chosen })}
        />
      ))}
      <FilterDates from={from} to={to} onChange={(days) => onChange({ ...selection, ...days })} />
      <SmallButton
        tone={spam ? 'primary' : 'default'}
        text="Spam"
        aria-pressed={spam}
        onClick={() => onChange({ ...selection, spam: !spam })}
      />
    </Flex>
  )
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ selection, onChange }: FiltersProps) {
  const options = useOptions()
  const { q, from, to, spam, sort } = selection
  if (!isFiltered(selection)) return null
  const chips = [
    ...(q ? [{ text: `“${q.slice(0, 60)}”`, without: { q: '' } }] : []),
    ...choices.flatMap((key) =>
      selection[key].map((value) => ({
        text: `${titles[key]}: ${options[key].find((one) => one.value === value)?.label ?? value}`,
        without: { [key]: (selection[key] as string[]).filter((one) => one !== value) },
      })),
    ),
    ...(from || to ? [{ text: daysText({ from, to }), without: { from: '', to: '' } }] : []),
    ...(spam ? [{ text: 'Spam', without: { spam: false } }] : []),
  ]
  return (
    <Flex gap={1} wrap="wrap" role="group" aria-label="Active filters">
      {chips.map(({ text, without }) => (
        <SmallButton
          key={text}
          tone="primary"
          radius="full"
          iconRight={CloseIcon}
          text={text}
          aria-label={`Remove filter: ${text}`}
          onClick={() => onChange({ ...selection, ...without })}
        />
      ))}
      <SmallButton
        mode="bleed"
        text="Clear all"
        onClick={() => onChange({ ...defaultSelection, sort })}
      />
    </Flex>
  )
}
