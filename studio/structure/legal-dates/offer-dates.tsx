import type { SanityClient } from '@sanity/client'
import { Text, useToast } from '@sanity/ui'
import { useState } from 'react'
import { type DocumentActionComponent, useClient } from 'sanity'
import { dateText } from '../../../app/dates/format.ts'
import { DocumentLinks } from '../../links/document-links.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { changedLegal, type LegalPage } from './changed-legal.ts'

/** The types of documents that legal texts take facts and sentences from. */
export const typesWithFacts: readonly string[] = ['siteSettings', 'affiliateProgramme', 'branch']

/**
 * Publishes a document. Where that changes what a legal text says, it first names the text and offers to set
 * its day of the last change to today.
 */
export function offerLegalDates(publish: DocumentActionComponent): DocumentActionComponent {
  const PublishOfferingDates: DocumentActionComponent = (props) => {
    const description = publish(props)
    const client = useClient({ apiVersion: '2025-02-19' })
    const toast = useToast()
    const [changed, setChanged] = useState<LegalPage[]>()
    const { draft, published } = props
    if (!description || !draft) return description
    const next = () => {
      setChanged(undefined)
      description.onHandle?.()
    }
    const setDates = async (pages: LegalPage[]) => {
      try {
        await dateLegal(client, pages)
        next()
      } catch {
        setChanged(undefined)
        toast.push({
          status: 'error',
          title: 'Not published',
          description: 'The date of the legal text could not be set. Please try again.',
        })
      }
    }
    const onHandle = async () => {
      const legal = '*[_type == "legalPage"]'
      const pages = await client
        .fetch<LegalPage[]>(legal, {}, { perspective: 'published' })
        // What can't be read now is no reason not to publish.
        .catch(() => [])
      const found = changedLegal(pages, published, draft, Date.now())
      const dated = found.filter(({ lastUpdated }) => lastUpdated !== today())
      if (dated.length > 0) setChanged(dated)
      else next()
    }
    if (!changed) return { ...description, onHandle }
    const component = (
      <DatesDialog
        pages={changed}
        onSet={() => void setDates(changed)}
        onKeep={next}
        onClose={() => setChanged(undefined)}
      />
    )
    return { ...description, onHandle, dialog: { type: 'custom', component } }
  }
  PublishOfferingDates.action = 'publish'
  return PublishOfferingDates
}

/** The day by the clock of the person who publishes, YYYY-MM-DD. */
const today = () => new Date().toLocaleDateString('en-CA')

/** Sets the day of the last change to today, in drafts too. */
async function dateLegal(client: SanityClient, pages: readonly LegalPage[]): Promise<void> {
  const ids = pages.flatMap(({ _id }) => [_id, `drafts.${_id}`])
  const there = await client.fetch<string[]>('*[_id in $ids]._id', { ids }, { perspective: 'raw' })
  const transaction = client.transaction()
  for (const id of there) transaction.patch(id, { set: { lastUpdated: today() } })
  await transaction.commit()
}

interface DatesDialogProps {
  pages: readonly LegalPage[]
  onSet(): void
  onKeep(): void
  onClose(): void
}

/** Names the legal texts whose words change, and asks whether their date does, too. */
function DatesDialog({ pages, onSet, onKeep, onClose }: DatesDialogProps) {
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
