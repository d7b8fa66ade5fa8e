import { ChevronDownIcon } from '@sanity/icons'
import { Flex, Stack } from '@sanity/ui'
import { SmallButton, SmallInput } from '../../ui/controls.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { type Days, daysText, daysUntilToday } from './days.ts'

/** Presets: the number of days up to and including today. */
const periods = { Today: 1, '7 days': 7, '30 days': 30 }

interface FilterDatesProps extends Days {
  onChange(days: Days): void
}

/** A filter for the first and the last day. */
export function FilterDates({ from, to, onChange }: FilterDatesProps) {
  const isSet = Boolean(from || to)
  return (
    <PopoverButton
      text={isSet ? daysText({ from, to }) : 'Date'}
      iconRight={ChevronDownIcon}
      tone={isSet ? 'primary' : 'default'}
    >
      {() => (
        <Stack space={4}>
          <SmallInput
            label="From"
            type="date"
            value={from}
            onValue={(day) => onChange({ from: day, to })}
          />
          <SmallInput
            label="To"
            type="date"
            value={to}
            onValue={(day) => onChange({ from, to: day })}
          />
          <Flex gap={2} wrap="wrap">
            {Object.entries(periods).map(([title, days]) => (
              <SmallButton
                key={title}
                text={title}
                onClick={() => onChange(daysUntilToday(days))}
              />
            ))}
            <SmallButton
              mode="bleed"
              text="Any date"
              onClick={() => onChange({ from: '', to: '' })}
            />
          </Flex>
        </Stack>
      )}
    </PopoverButton>
  )
}
