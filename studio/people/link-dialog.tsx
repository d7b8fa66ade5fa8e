import { Box, Stack, Text } from '@sanity/ui'
import { Dialog } from '../dialog.tsx'
import { LinkToCopy } from '../links/link-to-copy.tsx'
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
  const header = kind === 'invitation' ? 'An invitation' : 'A link for another password'
  return (
    <Dialog id="made-link" header={header} width={1} onClose={onClose} zOffset={1000}>
      <Box padding={4}>
        <Stack space={4}>
          <Text size={1}>
            Send this link to {whose}, and to nobody else: whoever opens it first comes in. It works
            once, until {at(expires)}, and is not shown again.
          </Text>
          <LinkToCopy label={`Link for ${whose}`} address={address} autoFocus />
        </Stack>
      </Box>
    </Dialog>
  )
}
