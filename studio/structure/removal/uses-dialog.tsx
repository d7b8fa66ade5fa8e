import { Text } from '@sanity/ui'
import { Choice, Dialog } from 'halvi-staff-studio/ui'
import { useState } from 'react'
import { type SanityDocument, useSchema } from 'sanity'
import { DocumentLinks, titleOf } from '../../links/document-links.tsx'
import type { Replacement, Use, Uses } from './uses.ts'

interface UsesDialogProps {
  document: SanityDocument
  verb: 'delete' | 'unpublish'
  uses: Uses
  /** The path of the published page that the document is. */
  path: string | undefined
  /** A note about a link that is part of the site. */
  note: string | undefined
  onContinue(replacement: Replacement | undefined): void
  onClose(): void
}

/**
 * Lists the documents that refer to a document, which can't be removed before they stop. Otherwise, the editor of a
 * page can choose another page for its visitors.
 */
export function UsesDialog(props: UsesDialogProps) {
  const { document, verb, uses, path, note, onContinue, onClose } = props
  const schema = useSchema()
  const [chosen, setChosen] = useState('')
  const title = titleOf(document, schema)
  const isBlocked = uses.references.length > 0
  const fieldTitles = ({ document: { _type }, fields }: Use) => {
    const type = schema.get(_type)
    const known = type && 'fields' in type ? type.fields : []
    return fields
      .map((name) => known.find((field) => field.name === name)?.type.title ?? name)
      .join(', ')
  }
  const pages = uses.replacements
    .map((page) => [page.document._id, `${titleOf(page.document, schema)} (${page.path})`] as const)
    .sort(([, a], [, b]) => a.localeCompare(b))
  const replacement = uses.replacements.find((page) => page.document._id === chosen)
  const close = { mode: 'bleed', onClick: onClose } as const
  const verbTitle = verb === 'delete' ? 'Delete' : 'Unpublish'
  return (
    <Dialog
      id="uses"
      data-testid="uses-dialog"
      header={isBlocked ? `“${title}” is in use` : `${verbTitle} “${title}”?`}
      width={1}
      onClose={onClose}
      buttons={
        isBlocked
          ? [{ ...close, text: 'Close', autoFocus: true }]
          : [
              { ...close, text: 'Cancel' },
              { tone: 'critical', text: verbTitle, onClick: () => onContinue(replacement) },
            ]
      }
    >
      {isBlocked ? (
        <>
          <Text size={1}>{`To ${verb} it, first remove it from these documents:`}</Text>
          <DocumentLinks
            documents={uses.references.map((use) => {
              return { document: use.document, note: fieldTitles(use) }
            })}
          />
        </>
      ) : (
        <>
          {note && <Text size={1}>{note}</Text>}
          {uses.translations.length > 0 && (
            <>
              <Text size={1}>
                Visitors no longer see its translations. They stay in the list “Translations”:
              </Text>
              <DocumentLinks documents={uses.translations.map((one) => ({ document: one }))} />
            </>
          )}
          {path && (
            <>
              <Choice
                label={`Visitors of ${path} get`}
                autoFocus
                value={chosen}
                choices={[['', 'No page (“Page not found”)'], ...pages]}
                onValue={setChosen}
              />
              <Text size={1} role="status">
                {effectOf(uses.redirects.length, replacement)}
              </Text>
            </>
          )}
        </>
      )}
    </Dialog>
  )
}

/** Returns what happens to the redirects, as a sentence. */
function effectOf(redirects: number, replacement: Replacement | undefined): string {
  if (replacement) {
    const also = redirects > 0 ? ' and its redirects lead' : ' leads'
    return `The URL${also} to ${replacement.path}.`
  }
  return redirects > 0 ? 'Redirects to this page are removed, too.' : 'Links to it stop working.'
}
