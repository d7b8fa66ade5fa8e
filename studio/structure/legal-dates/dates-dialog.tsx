import { Box, Button, Flex, Stack, Text } from '@sanity/ui'
import { dateText } from '../../../app/dates/format.ts'
import { Dialog } from '../../dialog.tsx'
import { DocumentLinks } from '../../links/document-links.tsx'
import type { LegalPage } from './changed-legal.ts'

interface DatesDialogProps {
  pages: readonly LegalPage[]
  onSet(): void
  onKeep(): void
  onClose(): void
}

/** Names the legal texts whose words change, and asks whether their date does, too. */
export function DatesDialog({ pages, onSet, onKeep, onClose }: DatesDialogProps) {
  const documents = pages.map((document) => ({
    document,
    note: `last updated ${document.lastUpdated ? dateText(document.lastUpdated) : 'on no day'}`,
  }))
  return (
    <Dialog
      id="legal-dates"
      header="Legal texts change, too"
      width={1}
      onClose={onClose}
      zOffset={1000}
    >
      <Box padding={4} data-testid="legal-dates">
        <Stack space={4}>
          <Text size={1}>
            These texts contain what you are about to publish, so they will say something else than
            before. Readers see “Last updated” above them.
          </Text>
          <DocumentLinks documents={documents} />
          <Flex gap={2} justify="flex-end" wrap="wrap">
            <Button fontSize={1} padding={3} mode="bleed" text="Cancel" onClick={onClose} />
            <Button
              fontSize={1}
              padding={3}
              mode="ghost"
              text="Publish, keep the date"
              onClick={onKeep}
            />
            <Button
              fontSize={1}
              padding={3}
              tone="primary"
              text="Publish and set the date to today"
              onClick={onSet}
              autoFocus
            />
          </Flex>
        </Stack>
      </Box>
    </Dialog>
  )
}
