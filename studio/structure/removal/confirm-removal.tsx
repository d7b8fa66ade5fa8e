import { useToast } from '@sanity/ui'
import { useState } from 'react'
import { type DocumentActionComponent, type SanityDocument, useClient } from 'sanity'
import { pageAddress } from '../../../app/addresses.ts'
import { deletions, type Replacement, redirectMutations } from './replace-page.ts'
import { type Uses, usesOf } from './uses.ts'
import { UsesDialog } from './uses-dialog.tsx'

const query = '*[!(_type match "sanity.*") && !(_type match "system.*")]'

/** A note for each page that the site itself links to, by path. */
const fixedLinks: Readonly<Record<string, string>> = {
  '/support/privacy': 'Every form links to this page.',
  '/support/terms': 'The business application links to this page.',
  '/business/commission': 'The commission calculator links to this page.',
}

/** All documents, and the uses of one of them. */
interface Found {
  documents: SanityDocument[]
  uses: Uses
}

/**
 * Returns an action that shows where a document is used before it is deleted or unpublished. For a published page, the
 * editor can choose another page that visitors get instead. For other unused documents, Sanity's action runs immediately.
 */
export function confirmRemoval(action: DocumentActionComponent): DocumentActionComponent {
  const RemoveAfterNamingUses: DocumentActionComponent = (props) => {
    const description = action(props)
    const client = useClient({ apiVersion: '2025-02-19' })
    const toast = useToast()
    const [found, setFound] = useState<Found>()
    const document = props.published ?? props.draft
    if (!description || !document) return description
    const close = () => setFound(undefined)
    const next = () => {
      close()
      description.onHandle?.()
    }
    const verb = action.action === 'unpublish' ? 'unpublish' : 'delete'
    const address = addressOf(props.published)
    const pagePath = document._type === 'redirect' ? undefined : address
    const fixedLink = fixedLinks[address ?? '']
    const onHandle = async () => {
      try {
        const documents = await client.fetch<SanityDocument[]>(
          query,
          {},
          { perspective: 'raw', useCdn: false },
        )
        const uses = usesOf(documents, { id: props.id, address }, location.origin)
        const isUsed = Object.values(uses).some(({ length }) => length > 0) || fixedLink
        if (isUsed || pagePath) setFound({ documents, uses })
        else next()
      } catch {
        // The content API rejects a deletion that would break a reference, and the site hides dead links.
        next()
      }
    }
    if (!found) return { ...description, onHandle }
    const { documents, uses } = found
    const remove = async (replacement: Replacement | undefined) => {
      if (!pagePath) return next()
      const removal = { address: pagePath, redirects: uses.redirects, documents }
      const redirects = redirectMutations(removal, replacement)
      close()
      try {
        if (verb === 'delete') {
          await client.mutate([...redirects, ...deletions(props.id, documents)] as never)
        } else {
          // The redirects first: the content API does not unpublish a page while they refer to it.
          if (redirects.length > 0) await client.mutate(redirects as never)
          await client.action({
            actionType: 'sanity.action.document.unpublish',
            draftId: `drafts.${props.id}`,
            publishedId: props.id,
          })
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
        fixedLink={fixedLink}
        page={pagePath ? { id: props.id, path: pagePath, documents } : undefined}
        onContinue={remove}
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
