import type { SanityClient } from '@sanity/client'
import { Text, useToast } from '@sanity/ui'
import { isTranslation } from 'halvi-schemas'
import { apiVersion } from 'halvi-schemas/api-version'
import { dateText } from 'halvi-site/dates/format'
import { Dialog } from 'halvi-staff-studio/ui'
import { useState } from 'react'
import { type DocumentActionComponent, useClient } from 'sanity'
import { DocumentLinks } from '../../links/document-links.tsx'
import { changedLegal, type LegalPage } from './changed-legal.ts'

/** The document types whose facts and sentences appear in legal pages. */
export const typesWithFacts: readonly string[] = ['siteSettings', 'affiliateProgram', 'branch']

/**
 * Returns an action that publishes a document. If that changes the text of a legal page, the action first shows the
 * page and offers to set its “Last updated” date to today.
 */
export function promptForLegalDates(publish: DocumentActionComponent): DocumentActionComponent {
  const PublishOfferingDates: DocumentActionComponent = (props) => {
    const description = publish(props)
    const client = useClient({ apiVersion })
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
          description: 'Couldn’t update the date of the legal page. Please try again.',
        })
      }
    }
    const onHandle = async () => {
      // A translation has no facts.
      if (isTranslation(draft)) return next()
      const legal = '*[_type == "legalPage" && !defined(language)]'
      const pages = await client
        .fetch<LegalPage[]>(legal, {}, { perspective: 'published' })
        // If the legal pages can't be read, the document is published anyway.
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
  return PublishOfferingDates
}

/** Returns today's date in the editor's time zone, as YYYY-MM-DD. */
const today = () => new Date().toLocaleDateString('en-CA')

/** Sets `lastUpdated` to today, in published pages and drafts. */
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

/** Lists the legal pages whose text changes, and asks whether to update their date. */
function DatesDialog({ pages, onSet, onKeep, onClose }: DatesDialogProps) {
  const documents = pages.map((document) => ({
    document,
    note: document.lastUpdated ? `last updated ${dateText(document.lastUpdated)}` : 'no date',
  }))
  return (
    <Dialog
      id="legal-dates"
      data-testid="legal-dates"
      header="Legal pages will change"
      width={1}
      onClose={onClose}
      buttons={[
        { mode: 'bleed', text: 'Cancel', onClick: onClose },
        { mode: 'ghost', text: 'Publish and keep the date', onClick: onKeep },
        {
          tone: 'primary',
          text: 'Publish and set the date to today',
          onClick: onSet,
          autoFocus: true,
        },
      ]}
    >
      <Text size={1}>
        These pages include values that you’re about to publish, so their text will change. Visitors
        see the “Last updated” date on them.
      </Text>
      <DocumentLinks documents={documents} />
    </Dialog>
  )
}
