import { Box, Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useRef, useState } from 'react'

interface LinkToCopyProps {
  /** What the link is, for people who can't see where it stands. */
  label: string
  address: string
  autoFocus?: boolean
}

/** A link, and a button that copies it. Where there is no clipboard, or it refuses, the link is selected instead. */
export function LinkToCopy({ label, address, autoFocus = false }: LinkToCopyProps) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()
  const input = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      // Browsers have a clipboard for pages on https and on the machine itself, not on plain http.
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
      {/* It is there before there is something to tell: else a screen reader would not notice. */}
      <div role="status">
        {outcome === 'selected' && (
          <Text size={1}>
            This browser does not let it be copied here. It is selected: copy it by hand.
          </Text>
        )}
      </div>
    </Stack>
  )
}
