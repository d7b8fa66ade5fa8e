import type { SanityClient } from 'sanity'
import { type DocumentLocationResolvers, presentationTool } from 'sanity/presentation'
import { readConnection } from '../connection.ts'
import { mayWrite } from '../embedded/may-write.ts'
import { mainDocuments } from './main-documents.ts'
import { pagesOf, shownTypes } from './pages.ts'

/** From a document to the pages that show it. */
const locations: DocumentLocationResolvers = Object.fromEntries(
  shownTypes.map((type) => [
    type,
    {
      select: { slug: 'slug.current', key: 'key' },
      resolve: (document) => {
        const pages = [...pagesOf(type, document ?? {})]
        if (type !== 'siteSettings') return { locations: pages }
        return { locations: pages, message: 'Shown on every page', tone: 'caution' }
      },
    },
  ]),
)

// Sanity's own way to share makes links that never expire; see share-action.tsx.
const bySecret = { enable: '/preview/enable', shareAccess: false }

/**
 * Who may only read can write no secret into the content: the site lets them in by their session, before
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
