import { useState } from 'react'
import { type DocumentActionComponent, type SanityDocument, useClient } from 'sanity'
import { pageAddress } from '../../../app/addresses.ts'
import { type Uses, usesOf } from './uses.ts'
import { UsesDialog } from './uses-dialog.tsx'

/** Everything in which a document can be used. */
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
    const dialog = found && {
      type: 'custom' as const,
      component: (
        <UsesDialog
          document={document}
          verb={action.action === 'unpublish' ? 'unpublish' : 'delete'}
          uses={found}
          fixedLink={fixedLink}
          onContinue={next}
          onClose={close}
        />
      ),
    }
    return { ...description, onHandle, dialog: dialog ?? description.dialog ?? null }
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
