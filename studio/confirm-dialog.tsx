import { Box, Button, Flex, Stack, Text } from '@sanity/ui'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  text?: string
  /** What the button says that does it. */
  button: string
  /** Whether it can't be undone. */
  isFinal?: boolean
  onConfirm(): void
  onClose(): void
}

/** Asks before something is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, button, isFinal, onConfirm, onClose } = props
  return (
    <Dialog id="confirm" header={title} width={0} onClose={onClose} zOffset={1000}>
      <Box padding={4}>
        <Stack space={4}>
          {text && <Text size={1}>{text}</Text>}
          <Flex gap={2} justify="flex-end">
            <Button
              fontSize={1}
              padding={3}
              mode="bleed"
              text="Cancel"
              onClick={onClose}
              autoFocus
            />
            <Button
              fontSize={1}
              padding={3}
              tone={isFinal ? 'critical' : 'primary'}
              text={button}
              onClick={onConfirm}
            />
          </Flex>
        </Stack>
      </Box>
    </Dialog>
  )
}
