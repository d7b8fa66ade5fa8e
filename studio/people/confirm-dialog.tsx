import { Box, Button, Flex, Stack, Text } from '@sanity/ui'
import { Dialog } from '../dialog.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  button: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is done that can't be undone. */
export function ConfirmDialog({ title, text, button, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog id="confirm" header={title} width={0} onClose={onClose} zOffset={1000}>
      <Box padding={4}>
        <Stack space={4}>
          <Text size={1}>{text}</Text>
          <Flex gap={2} justify="flex-end">
            <Button text="Cancel" mode="bleed" onClick={onClose} autoFocus />
            <Button text={button} tone="critical" onClick={onConfirm} />
          </Flex>
        </Stack>
      </Box>
    </Dialog>
  )
}
