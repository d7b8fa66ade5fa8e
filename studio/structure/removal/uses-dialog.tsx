import { Text } from '@sanity/ui'
import { type SanityDocument, useSchema } from 'sanity'
import { DocumentLinks, titleOf } from '../../links/document-links.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Use, Uses } from './uses.ts'

interface UsesDialogProps {
  document: SanityDocument
  /** What is about to be done, such as delete. */
  verb: string
  uses: Uses
  /** Where the site itself links to the page. */
  fixedLink?: string | undefined
  onContinue(): void
  onClose(): void
}

/** Names what uses a document before it is removed. What others refer to can't be removed. */
export function UsesDialog(props: UsesDialogProps) {
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
