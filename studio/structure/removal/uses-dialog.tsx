import { Text } from '@sanity/ui'
import { useState } from 'react'
import { type SanityDocument, useSchema } from 'sanity'
import { DocumentLinks, titleOf } from '../../links/document-links.tsx'
import { Choice, Labeled } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Replacement, replacementsFor } from './replace-page.ts'
import type { Use, Uses } from './uses.ts'

interface UsesDialogProps {
  document: SanityDocument
  verb: 'delete' | 'unpublish'
  uses: Uses
  /** A note about a link that is part of the site. */
  fixedLink?: string | undefined
  /** The published page that the document is, with all documents. Another page can replace it. */
  page?: { id: string; path: string; documents: readonly SanityDocument[] } | undefined
  onContinue(replacement: Replacement | undefined): void
  onClose(): void
}

/**
 * Lists the documents that use a document. If any of them refers to it, the document can't be removed. Otherwise, the
 * editor of a page can choose another page for its visitors.
 */
export function UsesDialog(props: UsesDialogProps) {
  const { document, verb, uses, fixedLink, page, onContinue, onClose } = props
  const schema = useSchema()
  const [chosen, setChosen] = useState('')
  const title = titleOf(document, schema)
  const isBlocked = uses.references.length > 0
  const redirects = uses.redirects.map((document) => ({ document, fields: ['destination'] }))
  const links = page ? uses.links : [...uses.links, ...redirects]
  const listed = isBlocked ? uses.references : links
  const fieldTitles = ({ document: { _type }, fields }: Use) => {
    const type = schema.get(_type)
    const known = type && 'fields' in type ? type.fields : []
    return fields
      .map((name) => known.find((field) => field.name === name)?.type.title ?? name)
      .join(', ')
  }
  const documents = listed.map((use) => ({ document: use.document, note: fieldTitles(use) }))
  const pages = page ? replacementsFor(page.id, page.documents) : []
  const replacement = pages.find(({ id }) => id === chosen)
  const close = { mode: 'bleed', onClick: onClose } as const
  return (
    <Dialog
      id="uses"
      data-testid="uses-dialog"
      header={headerOf(title, verb, isBlocked, links.length > 0)}
      width={1}
      onClose={onClose}
      buttons={
        isBlocked
          ? [{ ...close, text: 'Close', autoFocus: true }]
          : [
              { ...close, text: 'Cancel', autoFocus: !page },
              {
                tone: 'critical',
                text: page ? (verb === 'delete' ? 'Delete' : 'Unpublish') : 'Continue',
                onClick: () => onContinue(replacement),
              },
            ]
      }
    >
      {documents.length > 0 && (
        <>
          <Text size={1}>
            {isBlocked
              ? `To ${verb} it, first remove it from these documents:`
              : `If you ${verb} it, the site hides these links until the URL has a page or a redirect again:`}
          </Text>
          <DocumentLinks documents={documents} />
        </>
      )}
      {!isBlocked && fixedLink && <Text size={1}>{fixedLink}</Text>}
      {!isBlocked && page && (
        <>
          <Labeled label={`Visitors of ${page.path} get`}>
            {(id) => (
              <Choice
                id={id}
                autoFocus
                value={chosen}
                choices={[
                  ['', 'No page (“Page not found”)'],
                  ...pages
                    .map(({ id, document, path }) => {
                      return [id, `${titleOf(document, schema)} (${path})`] as const
                    })
                    .sort(([, a], [, b]) => a.localeCompare(b)),
                ]}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              />
            )}
          </Labeled>
          <Text size={1} role="status">
            {effectOf(uses.redirects.length, replacement)}
          </Text>
        </>
      )}
    </Dialog>
  )
}

function headerOf(title: string, verb: string, isBlocked: boolean, hasLinks: boolean): string {
  if (isBlocked) return `“${title}” is in use`
  if (hasLinks) return `Other pages link to “${title}”`
  return verb === 'delete' ? `Delete “${title}”?` : `Unpublish “${title}”?`
}

/** Returns what happens to the redirects, as a sentence. */
function effectOf(redirects: number, replacement: Replacement | undefined): string {
  if (replacement) {
    const also = redirects > 0 ? ' and its redirects lead' : ' leads'
    return `The URL${also} to ${replacement.path}.`
  }
  return redirects > 0 ? 'Redirects to this page are removed, too.' : 'Links to it stop working.'
}
