import { Text } from '@sanity/ui'
import { useState } from 'react'
import { type DocumentActionComponent, type SanityDocument, useClient, useSchema } from 'sanity'
import { pageAddress } from '../../../app/addresses.ts'
import { DocumentLinks, titleOf } from '../../links/document-links.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Use, type Uses, usesOf } from './uses.ts'

const query = '*[!(_type match "sanity.*") && !(_type match "system.*")]'

/** A note for each page that the site itself links to, by path. */
const fixedLinks: Readonly<Record<string, string>> = {
  '/support/privacy': 'Every form links to this page.',
  '/support/terms': 'The business application links to this page.',
  '/business/commission': 'The commission calculator links to this page.',
}

/**
 * Returns an action that shows where a document is used before it is deleted or unpublished. For an unused document,
 * Sanity's action runs immediately.
 */
export function confirmRemoval(action: DocumentActionComponent): DocumentActionComponent {
  const RemoveAfterNamingUses: DocumentActionComponent = (props) => {
    const description = action(props)
    const client = useClient({ apiVersion: '2025-02-19' })
    const [found, setFound] = useState<Uses>()
    const document = props.published ?? props.draft
    if (!description || !document) return description
    const close = () => setFound(undefined)
    const next = () => {
      close()
      description.onHandle?.()
    }
    const address = addressOf(props.published)
    const fixedLink = fixedLinks[address ?? '']
    const onHandle = async () => {
      try {
        const all = await client.fetch<SanityDocument[]>(query, {}, { perspective: 'raw' })
        const uses = usesOf(all, { id: props.id, address }, location.origin)
        const isUsed = uses.references.length > 0 || uses.links.length > 0 || fixedLink
        if (isUsed) setFound(uses)
        else next()
      } catch {
        // The content API rejects a deletion that would break a reference, and the site hides dead links.
        next()
      }
    }
    if (!found) return { ...description, onHandle }
    const component = (
      <UsesDialog
        document={document}
        verb={action.action === 'unpublish' ? 'unpublish' : 'delete'}
        uses={found}
        fixedLink={fixedLink}
        onContinue={next}
        onClose={close}
      />
    )
    return { ...description, onHandle, dialog: { type: 'custom', component } }
  }
  if (action.action) RemoveAfterNamingUses.action = action.action
  return RemoveAfterNamingUses
}

/** Returns the path of a document's page, or the old URL of a redirect. */
function addressOf(document: SanityDocument | null): string | undefined {
  const { slug, from } = (document ?? {}) as { slug?: { current?: string }; from?: string }
  if (document?._type === 'redirect') return from
  return document ? pageAddress(document._type, slug?.current) : undefined
}

interface UsesDialogProps {
  document: SanityDocument
  verb: string
  uses: Uses
  /** A note about a link that is part of the site. */
  fixedLink?: string | undefined
  onContinue(): void
  onClose(): void
}

/** Lists the documents that use a document. If any of them refers to it, the document can't be removed. */
function UsesDialog(props: UsesDialogProps) {
  const { document, verb, uses, fixedLink, onContinue, onClose } = props
  const schema = useSchema()
  const title = titleOf(document, schema)
  const isBlocked = uses.references.length > 0
  const fieldTitles = ({ document: { _type }, fields }: Use) => {
    const type = schema.get(_type)
    const known = type && 'fields' in type ? type.fields : []
    return fields
      .map((name) => known.find((field) => field.name === name)?.type.title ?? name)
      .join(', ')
  }
  const documents = (isBlocked ? uses.references : uses.links).map((use) => ({
    document: use.document,
    note: fieldTitles(use),
  }))
  const close = { mode: 'bleed', onClick: onClose, autoFocus: true } as const
  return (
    <Dialog
      id="uses"
      data-testid="uses-dialog"
      header={isBlocked ? `“${title}” is in use` : `Other pages link to “${title}”`}
      width={1}
      onClose={onClose}
      buttons={
        isBlocked
          ? [{ ...close, text: 'Close' }]
          : [
              { ...close, text: 'Cancel' },
              { tone: 'critical', text: 'Continue', onClick: onContinue },
            ]
      }
    >
      <Text size={1}>
        {isBlocked
          ? `To ${verb} it, first remove it from these documents:`
          : `If you ${verb} it, the site hides these links until the URL has a page or a redirect again:`}
      </Text>
      <DocumentLinks documents={documents} />
      {!isBlocked && fixedLink && <Text size={1}>{fixedLink}</Text>}
    </Dialog>
  )
}
