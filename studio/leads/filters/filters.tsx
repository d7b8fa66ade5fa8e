import { CloseIcon } from '@sanity/icons'
import { Button, Flex } from '@sanity/ui'
import { type Choice, choices, everything, isFiltered, type Selection } from '../address.ts'
import { daysWord } from './days.ts'
import { FilterChoice } from './filter-choice.tsx'
import { FilterDates } from './filter-dates.tsx'
import { useOptions } from './use-options.ts'

const titles: Record<Choice, string> = {
  status: 'Status',
  form: 'Form',
  topic: 'Topic',
  source: 'Source',
  campaign: 'Campaign',
  delivery: 'Delivery',
  owner: 'Owner',
}

interface FiltersProps {
  selection: Selection
  onChange(selection: Selection): void
}

/** Every filter, one beside the other. */
export function Filters({ selection, onChange }: FiltersProps) {
  const options = useOptions()
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
      <FilterDates
        from={selection.from}
        to={selection.to}
        onChange={(days) => onChange({ ...selection, ...days })}
      />
      <Button
        fontSize={1}
        padding={2}
        mode="ghost"
        tone={selection.spam ? 'primary' : 'default'}
        text="Spam"
        aria-pressed={selection.spam}
        onClick={() => onChange({ ...selection, spam: !selection.spam })}
      />
    </Flex>
  )
}

/** What is filtered by, each with a way to leave it out. */
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
    ...(from || to ? [{ text: daysWord({ from, to }), without: { from: '', to: '' } }] : []),
    ...(spam ? [{ text: 'Spam', without: { spam: false } }] : []),
  ]
  return (
    <Flex gap={1} wrap="wrap" role="group" aria-label="What is filtered by">
      {chips.map(({ text, without }) => (
        <Button
          key={text}
          fontSize={1}
          padding={2}
          mode="ghost"
          tone="primary"
          radius="full"
          iconRight={CloseIcon}
          text={text}
          aria-label={`Without ${text}`}
          onClick={() => onChange({ ...selection, ...without })}
        />
      ))}
      <Button
        fontSize={1}
        padding={2}
        mode="bleed"
        text="Clear all"
        onClick={() => onChange({ ...everything, sort })}
      />
    </Flex>
  )
}
