import { Box, Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { at } from './account-api.ts'

/** A link that was made for somebody, to be copied. */
export interface ShownLink {
  kind: 'invitation' | 'reset'
  /** Whom it is for. */
  whose: string
  address: string
  expires: string
}

interface LinkDialogProps {
  link: ShownLink
  onClose: () => void
}

/** Shows a link, which nobody can look up afterwards. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const { kind, whose, address, expires } = link
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(address)
    setCopied(true)
  }
  const header = kind === 'invitation' ? 'An invitation' : 'A link for another password'
  return (
    <Dialog id="made-link" header={header} width={1} onClose={onClose} zOffset={1000}>
      <Box padding={4}>
        <Stack space={4}>
          <Text size={1}>
            Send this link to {whose}, and to nobody else: whoever opens it first comes in. It works
            once, until {at(expires)}, and is not shown again.
          </Text>
          <Flex gap={2}>
            <Box flex={1}>
              <TextInput
                aria-label={`Link for ${whose}`}
                readOnly
                autoFocus
                value={address}
                onFocus={(event) => event.currentTarget.select()}
              />
            </Box>
            <Button text={copied ? 'Copied' : 'Copy'} onClick={() => void copy()} />
          </Flex>
        </Stack>
      </Box>
    </Dialog>
  )
}
