import { map, switchMap, take } from 'rxjs'
import type { SanityClient, SanityDocument } from 'sanity'
import { type DocumentLocationResolver, presentationTool } from 'sanity/presentation'
import { readConnection } from '../connection.ts'
import { mainDocuments } from './main-documents.ts'
import { pagesOf, shownTypes } from './pages.ts'
import { usedOn } from './used-on.ts'

/** Everything that pages are made of, pictures apart. */
const query = '*[!(_type match "sanity.*") && !(_type match "system.*")]'

/** Lets the Studio do something else meanwhile. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** From a document to the pages that show it, as they are when its form is opened. */
const locations: DocumentLocationResolver = ({ id, type }, { documentStore }) => {
  if (!shownTypes.includes(type)) return null
  const fixed = pagesOf(type, {})
  if (type === 'siteSettings') {
    return { locations: [...fixed], message: 'Shown on every page', tone: 'caution' }
  }
  if (type === 'notFoundPage') return { locations: [...fixed] }
  const published = id.replace(/^(drafts|versions\.[^.]+)\./, '')
  return documentStore.listenQuery(query, {}, { perspective: 'drafts' }).pipe(
    take(1),
    switchMap((documents: SanityDocument[]) => usedOn(documents, published, pause)),
    map((pages) => ({ locations: pages })),
  )
}

// Sanity's own way to share makes links that never expire; see share-action.tsx.
const bySecret = { enable: '/preview/enable', shareAccess: false }

/** Returns whether the role of the person who is signed in may write content, as the content API has it. */
async function mayWrite(client: SanityClient): Promise<boolean> {
  const { projectId, dataset } = client.config()
  const grants = await client.request<{ permissions: string[] }[]>({
    uri: `/projects/${projectId}/datasets/${dataset}/acl`,
  })
  return grants.some(({ permissions }) => permissions.includes('update'))
}

/**
 * A person who may only read can't write a secret into the content: the site lets them in by their session, before
 * the first page is opened.
 */
async function embeddedPreviewMode({ client }: { client: SanityClient }) {
  if (await mayWrite(client)) return bySecret
  await fetch('/preview/enable', { redirect: 'manual' })
  return false as const
}

/** The site in a frame beside the form, with drafts as they are typed. */
export const presentation = presentationTool({
  name: 'presentation',
  title: 'Preview',
  previewUrl: {
    initial: () => location.origin,
    previewMode: readConnection().hosted ? bySecret : embeddedPreviewMode,
  },
  resolve: { locations, mainDocuments },
})
