import { Text } from '@sanity/ui'
import { useState } from 'react'
import { type DocumentActionComponent, type SanityDocument, useClient, useSchema } from 'sanity'
import { pageAddress } from '../../../app/addresses.ts'
import { DocumentLinks, titleOf } from '../../links/document-links.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Use, type Uses, usesOf } from './uses.ts'

const query = '*[!(_type match "sanity.*") && !(_type match "system.*")]'

/** Links that are part of the site rather than of a document, by where they lead. */
const fixedLinks: Readonly<Record<string, string>> = {
  '/support/privacy': 'Every form has a link to it beneath its button.',
  '/support/terms': 'The business application has a link to it.',
  '/business/commission': 'The calculator has a link back to it.',
}

/**
 * Deletes or unpublishes a document only after naming what uses it. Without a use, the Studio's own action
 * follows at once.
 */
export function nameUses(action: DocumentActionComponent): DocumentActionComponent {
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
        // The site refuses what would break a reference, and leaves dead links out.
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

/** Where a document's page is, or its redirect starts. */
function addressOf(document: SanityDocument | null): string | undefined {
  const { slug, from } = (document ?? {}) as { slug?: { current?: string }; from?: string }
  if (document?._type === 'redirect') return from
  return document ? pageAddress(document._type, slug?.current) : undefined
}

interface UsesDialogProps {
  document: SanityDocument
  verb: string
  uses: Uses
  /** Where the site itself links to the page. */
  fixedLink?: string | undefined
  onContinue(): void
  onClose(): void
}

/** Names what uses a document before it is removed. What others refer to can't be removed. */
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
      header={isBlocked ? `“${title}” is in use` : `There are links to “${title}”`}
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
          ? `Take it out of these documents first. Then you can ${verb} it.`
          : `If you ${verb} it, the site leaves these links out until there is a page or a redirect again.`}
      </Text>
      <DocumentLinks documents={documents} />
      {!isBlocked && fixedLink && <Text size={1}>{fixedLink}</Text>}
    </Dialog>
  )
}
