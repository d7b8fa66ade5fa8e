import { Flex } from '@sanity/ui'
import { Choice } from 'halvi-staff-studio/ui'
import { useState } from 'react'
import { type StringInputProps, set } from 'sanity'
import { monthOf } from '../../app/dates/month.ts'

const months = Array.from({ length: 12 }, (_, index) => {
  const date = new Date(Date.UTC(2000, index, 15))
  const name = date.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  return [String(index + 1).padStart(2, '0'), name] as const
})

const years = 10

/** An input with a month and a year, stored as YYYY-MM. Not every browser has a native month picker. */
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
        choices={[['', 'Choose a month'], ...months]}
        onChange={({ currentTarget }) => change(storedYear, currentTarget.value)}
      />
      <Choice
        {...common}
        aria-label="Year"
        value={storedYear || String(now)}
        choices={[...offered].sort().map((year) => [year, year] as const)}
        onChange={({ currentTarget }) => change(currentTarget.value, shown)}
      />
    </Flex>
  )
}

const yearsFrom = (first: number) =>
  Array.from({ length: years }, (_, index) => String(first + index))
