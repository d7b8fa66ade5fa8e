import { Text } from '@sanity/ui'
import { dateText } from '../../../app/dates/format.ts'
import { DocumentLinks } from '../../links/document-links.tsx'
import { Dialog } from '../../ui/dialog.tsx'
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
      data-testid="legal-dates"
      header="Legal texts change, too"
      width={1}
      onClose={onClose}
      buttons={[
        { mode: 'bleed', text: 'Cancel', onClick: onClose },
        { mode: 'ghost', text: 'Publish, keep the date', onClick: onKeep },
        {
          tone: 'primary',
          text: 'Publish and set the date to today',
          onClick: onSet,
          autoFocus: true,
        },
      ]}
    >
      <Text size={1}>
        These texts contain what you are about to publish, so they will say something else than
        before. Readers see “Last updated” above them.
      </Text>
      <DocumentLinks documents={documents} />
    </Dialog>
  )
}
