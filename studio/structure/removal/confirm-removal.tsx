import { useToast } from '@sanity/ui'
import { isTranslation } from 'halvi-schemas'
import { apiVersion } from 'halvi-schemas/api-version'
import { pageAddress } from 'halvi-site/addresses'
import { useState } from 'react'
import { type DocumentActionComponent, type SanityDocument, useClient } from 'sanity'
import { removePage } from './remove-page.ts'
import { findUses, type Replacement, type Uses } from './uses.ts'
import { UsesDialog } from './uses-dialog.tsx'

/** A note for each page that the site itself links to, by path. */
const fixedLinks: Readonly<Record<string, string>> = {
  '/support/privacy': 'Every form links to this page.',
  '/support/terms': 'The business application links to this page.',
  '/business/commission': 'The commission calculator links to this page.',
}

/**
 * Returns an action that shows where a document is used before it is deleted or unpublished. For a published page, the
 * editor can choose another page that visitors get instead. For other unused documents, Sanity's action runs immediately.
 */
export function confirmRemoval(action: DocumentActionComponent): DocumentActionComponent {
  const RemoveAfterNamingUses: DocumentActionComponent = (props) => {
    const description = action(props)
    const client = useClient({ apiVersion })
    const toast = useToast()
    const [uses, setUses] = useState<Uses>()
    const document = props.published ?? props.draft
    if (!description || !document) return description
    const close = () => setUses(undefined)
    const verb = action.action === 'unpublish' ? 'unpublish' : 'delete'
    const path = pathOf(props.published)
    const onHandle = async () => {
      // Without the list, the content API still rejects a removal that would break a reference.
      const found = await findUses(client, props.id).catch(() => undefined)
      const isKnown = isTranslation(document) || found?.translations.length === 0
      if (found && (found.references.length > 0 || path || !isKnown)) setUses(found)
      else description.onHandle?.()
    }
    if (!uses) return { ...description, onHandle }
    const remove = async (page: string, replacement: Replacement | undefined) => {
      close()
      try {
        const deleted = verb === 'delete' ? uses.own : []
        const transaction = await removePage(client, page, uses, replacement, deleted)
        // The redirects first: the content API does not unpublish a page while they refer to it.
        if (transaction.toJSON().length > 0) await transaction.commit()
        if (verb === 'unpublish') {
          const ids = { draftId: `drafts.${props.id}`, publishedId: props.id }
          await client.action({ actionType: 'sanity.action.document.unpublish', ...ids })
        }
        props.onComplete()
      } catch {
        const title = `Couldn’t ${verb} the page`
        const text = 'The content may have changed in the meantime. Please try again.'
        toast.push({ status: 'error', title, description: text })
      }
    }
    const component = (
      <UsesDialog
        document={document}
        verb={verb}
        uses={uses}
        path={path}
        note={fixedLinks[path ?? '']}
        onContinue={(replacement) => {
          if (path) return void remove(path, replacement)
          close()
          description.onHandle?.()
        }}
        onClose={close}
      />
    )
    return { ...description, onHandle, dialog: { type: 'custom', component } }
  }
  return RemoveAfterNamingUses
}

/** Returns the path of a document's page. */
function pathOf(document: SanityDocument | null): string | undefined {
  const { slug } = (document ?? {}) as { slug?: { current?: string } }
  return document && document._type !== 'redirect'
    ? pageAddress(document._type, slug?.current)
    : undefined
}
