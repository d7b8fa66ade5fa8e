import { Flex } from '@sanity/ui'
import { type ChangeEvent, useState } from 'react'
import { type StringInputProps, set } from 'sanity'
import { monthOf } from '../../app/dates/month.ts'
import { Choice } from '../inputs/choice.tsx'

const names = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2000, index, 15)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
)

/** How many years from now on can be chosen. */
const years = 10

/** Two choices that make a month, stored as YYYY-MM. Not every browser has a picker of its own for that. */
export function MonthInput(props: StringInputProps) {
  const { id: _id, ref, ...elementProps } = props.elementProps
  const [storedYear = '', storedMonth = ''] = monthOf(props.value)?.split('-') ?? []
  const now = new Date().getFullYear()
  const [month, setMonth] = useState(storedMonth)
  const shown = storedMonth || month
  const offered = new Set([...(storedYear ? [storedYear] : []), ...yearsFrom(now)])
  const change = (year: string, chosen: string) => {
    setMonth(chosen)
    if (chosen) props.onChange(set(`${year || now}-${chosen}`))
  }
  const { readOnly, onFocus, onBlur } = elementProps
  const common = { disabled: readOnly, onFocus, onBlur }
  return (
    <Flex gap={2} data-testid="month-input">
      <Choice
        {...common}
        ref={ref as never}
        aria-label="Month"
        value={shown}
        onChange={(event: ChangeEvent<HTMLSelectElement>) =>
          change(storedYear, event.currentTarget.value)
        }
      >
        <option value="">Choose a month</option>
        {names.map((name, index) => (
          <option key={name} value={String(index + 1).padStart(2, '0')}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        {...common}
        aria-label="Year"
        value={storedYear || String(now)}
        onChange={(event: ChangeEvent<HTMLSelectElement>) =>
          change(event.currentTarget.value, shown)
        }
      >
        {[...offered].sort().map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </Choice>
    </Flex>
  )
}

const yearsFrom = (first: number) =>
  Array.from({ length: years }, (_, index) => String(first + index))
