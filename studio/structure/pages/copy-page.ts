import type { DocumentActionComponent, DocumentActionProps, SanityDocument } from 'sanity'

/**
 * Returns an action that duplicates a page. The copy gets an unused address, because a page can't be published at the
 * address of another page.
 */
export function copyPage(duplicate: DocumentActionComponent): DocumentActionComponent {
  const CopyPage: DocumentActionComponent = (props) => {
    const withMapping = { ...props, mapDocument: withFreeAddress } as DocumentActionProps
    return duplicate(withMapping)
  }
  return CopyPage
}

/** Returns a page with another title and address. The random part makes a taken address very unlikely. */
function withFreeAddress(page: SanityDocument): SanityDocument {
  const { current } = (page.slug ?? {}) as { current?: string }
  const suffix = Math.random().toString(36).slice(2, 6)
  return {
    ...page,
    title: `${page.title ?? 'Page'} (copy)`,
    slug: { _type: 'slug', current: `${(current ?? 'page').slice(0, 80)}-copy-${suffix}` },
  }
}
