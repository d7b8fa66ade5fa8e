import { ChevronDownIcon } from '@sanity/icons'
import { Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { type ReactNode, useId } from 'react'
import { PopoverButton } from '../popover-button.tsx'
import { type Days, daysUntilToday, daysWord, type Zone } from './days.ts'

/** Days that are asked for often: how many there are until today. */
const periods = [
  { title: 'Today', days: 1 },
  { title: '7 days', days: 7 },
  { title: '30 days', days: 30 },
]

interface FilterDatesProps extends Days {
  title?: string
  zone?: Zone
  onChange(days: Days): void
}

/** The first and the last day. */
export function FilterDates({
  title = 'Date',
  zone = 'local',
  from,
  to,
  onChange,
}: FilterDatesProps) {
  return (
    <PopoverButton
      text={from || to ? daysWord({ from, to }) : title}
      iconRight={ChevronDownIcon}
      tone={from || to ? 'primary' : 'default'}
    >
      {() => (
        <Stack space={4}>
          <Day label="From" value={from} onChange={(day) => onChange({ from: day, to })} />
          <Day label="To" value={to} onChange={(day) => onChange({ from, to: day })} />
          <Flex gap={2} wrap="wrap">
            {periods.map((period) => (
              <Button
                key={period.title}
                fontSize={1}
                padding={2}
                mode="ghost"
                text={period.title}
                onClick={() => onChange(daysUntilToday(period.days, zone))}
              />
            ))}
            <Button
              fontSize={1}
              padding={2}
              mode="bleed"
              text="Any day"
              onClick={() => onChange({ from: '', to: '' })}
            />
          </Flex>
        </Stack>
      )}
    </PopoverButton>
  )
}

interface DayProps {
  label: string
  value: string
  onChange(day: string): void
}

function Day({ label, value, onChange }: DayProps): ReactNode {
  const id = useId()
  return (
    <Stack space={2}>
      <Text as="label" size={1} weight="medium" {...{ htmlFor: id }}>
        {label}
      </Text>
      <TextInput
        id={id}
        type="date"
        fontSize={1}
        padding={2}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Stack>
  )
}
