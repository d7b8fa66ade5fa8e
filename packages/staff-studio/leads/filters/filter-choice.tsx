import { ChevronDownIcon } from '@sanity/icons'
import { Box, Checkbox, Flex, Stack, Text } from '@sanity/ui'
import { useId, useState } from 'react'
import { Note, SmallInput } from '../../ui/controls.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { type Option, useOptions } from './use-options.ts'

interface FilterChoiceProps {
  title: string
  options: readonly Option[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

/** The number of options at which the list gets a search field. */
const searchableFrom = 9

/** A filter that accepts several values. */
export function FilterChoice({ title, options, chosen, onChange }: FilterChoiceProps) {
  const known = new Set(options.map(({ value }) => value))
  // Values from the URL stay selectable, even if no lead has them now.
  const missing = chosen.filter((value) => !known.has(value))
  const all = [...options, ...missing.map((value) => ({ value, label: value }))]
  return (
    <PopoverButton
      text={chosen.length > 0 ? `${title} (${chosen.length})` : title}
      iconRight={ChevronDownIcon}
      tone={chosen.length > 0 ? 'primary' : 'default'}
    >
      {() => <Choices title={title} options={all} chosen={chosen} onChange={onChange} />}
    </PopoverButton>
  )
}

function Choices({ title, options, chosen, onChange }: FilterChoiceProps) {
  // Reads the options again when the list opens: new leads bring new ones.
  useOptions()
  const [words, setWords] = useState('')
  const id = useId()
  const shown = options.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <Stack space={3}>
      {options.length >= searchableFrom && (
        <SmallInput
          aria-label={`Find in ${title.toLowerCase()}`}
          placeholder="Find"
          value={words}
          onValue={setWords}
        />
      )}
      {shown.length === 0 && (
        <Note>{options.length === 0 ? 'No options yet.' : 'No matches.'}</Note>
      )}
      <Stack as="ul" space={1} style={{ maxHeight: 320, overflow: 'auto' }}>
        {shown.map(({ value, label }, index) => (
          <Flex as="li" key={value} align="center" gap={2}>
            <Box padding={1}>
              <Checkbox
                id={`${id}-${index}`}
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
            </Box>
            <Box as="label" flex={1} paddingY={1} {...{ htmlFor: `${id}-${index}` }}>
              <Text size={1} style={{ overflowWrap: 'anywhere' }}>
                <bdi dir="auto">{label}</bdi>
              </Text>
            </Box>
          </Flex>
        ))}
      </Stack>
    </Stack>
  )
}
