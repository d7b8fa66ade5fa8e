import { type DocumentLocationResolvers, presentationTool } from 'sanity/presentation'
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

/** The site in a frame beside the form, with drafts as they are typed. */
export const presentation = presentationTool({
  name: 'presentation',
  title: 'Preview',
  previewUrl: {
    initial: () => location.origin,
    // Sanity's own way to share makes links that never expire; see share-action.tsx.
    previewMode: { enable: '/preview/enable', shareAccess: false },
  },
  resolve: { locations, mainDocuments },
})
