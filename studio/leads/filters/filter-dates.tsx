import { ChevronDownIcon } from '@sanity/icons'
import { Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { type ReactNode, useId } from 'react'
import { PopoverButton } from '../popover-button.tsx'

interface Days {
  from: string
  to: string
}

/** Days that are asked for often: how many there are until today. */
const periods = [
  { title: 'Today', days: 1 },
  { title: '7 days', days: 7 },
  { title: '30 days', days: 30 },
]

interface FilterDatesProps extends Days {
  title?: string
  onChange(days: Days): void
}

/** The first and the last day. */
export function FilterDates({ title = 'Date', from, to, onChange }: FilterDatesProps) {
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
                onClick={() => onChange(daysUntilToday(period.days))}
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

/** So many days, of which today is the last. */
function daysUntilToday(days: number): Days {
  const today = new Date()
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1)
  return { from: dayOf(first), to: dayOf(today) }
}

function dayOf(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

/** A period for people. */
export function daysWord({ from, to }: Days): string {
  const [first, last] = [from, to].map((day) => day && dayWord(day))
  if (first && last) return first === last ? first : `${first} – ${last}`
  return first ? `From ${first}` : `Until ${last}`
}

const dayWord = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
