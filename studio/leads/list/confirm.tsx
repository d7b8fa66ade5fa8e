import { Box, Button, Flex, Text } from '@sanity/ui'
import { Dialog } from '../../dialog.tsx'

interface ConfirmProps {
  title: string
  words?: string
  onConfirm(): void
  onClose(): void
}

/** Asks before something is done. */
export function Confirm({ title, words, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog id="leads-confirm" header={title} width={0} onClose={onClose}>
      <Box padding={4}>
        {words && (
          <Box marginBottom={4}>
            <Text size={1}>{words}</Text>
          </Box>
        )}
        <Flex gap={2} justify="flex-end">
          <Button fontSize={1} padding={3} mode="bleed" text="Cancel" onClick={onClose} autoFocus />
          <Button fontSize={1} padding={3} tone="primary" text="Go on" onClick={onConfirm} />
        </Flex>
      </Box>
    </Dialog>
  )
}
