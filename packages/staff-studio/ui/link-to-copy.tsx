import { Box, Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useRef, useState } from 'react'

interface LinkToCopyProps {
  /** The label of the link for screen readers. */
  label: string
  address: string
  autoFocus?: boolean
}

/** A link with a Copy button. If the browser does not allow copying, the button selects the link instead. */
export function LinkToCopy({ label, address, autoFocus = false }: LinkToCopyProps) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()
  const input = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      // Browsers provide the clipboard only on https and on localhost.
      await navigator.clipboard.writeText(address)
      setOutcome('copied')
    } catch {
      input.current?.focus()
      input.current?.select()
      setOutcome('selected')
    }
  }
  return (
    <Stack space={3}>
      <Flex gap={2}>
        <Box flex={1}>
          <TextInput
            ref={input}
            aria-label={label}
            readOnly
            autoFocus={autoFocus}
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
        </Box>
        <Button text={outcome === 'copied' ? 'Copied' : 'Copy'} onClick={() => void copy()} />
      </Flex>
      {/* Always rendered: screen readers announce changes only in an element that already exists. */}
      <div role="status">
        {outcome === 'selected' && (
          <Text size={1}>
            Your browser blocked copying. The link is selected, so you can copy it manually.
          </Text>
        )}
      </div>
    </Stack>
  )
}
