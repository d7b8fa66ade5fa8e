import { apiVersion } from 'halvi-schemas/api-version'
import { distinctUntilChanged, switchMap } from 'rxjs'
import type { PluginOptions, SanityClient } from 'sanity'
import { type DocumentLocationResolver, presentationTool } from 'sanity/presentation'
import { readConnection } from '../connection.ts'
import { publishedId } from '../links/published-id.ts'
import { mainDocuments } from './main-documents.ts'
import { inLanguage, pagesOf, typesWithPages } from './pages.ts'
import { findPagesUsing } from './pages-using.ts'

/** The signed-in user's client. Sanity passes it to plugins, but not to `locations`. */
let client: SanityClient | undefined

/** Keeps the client for the list of pages that show a document. */
export const clientForLocations: PluginOptions = {
  name: 'client-for-locations',
  tools: (tools, { getClient }) => {
    client = getClient({ apiVersion })
    return tools
  },
}

/** Types that no page refers to. */
const isEverywhere = ['siteSettings', 'words', 'notFoundPage']
const everyPage = { message: 'Shown on every page', tone: 'caution' } as const

/** Resolves a document to the pages that show it, again when its address or its stored state changes. */
const locations: DocumentLocationResolver = ({ id, type }, { documentStore }) => {
  if (!typesWithPages.includes(type)) return null
  const fixed = pagesOf(type, {})
  const published = publishedId(id)
  const reader = client
  if (!reader) return null
  const address = '*[_id == $id][0]{"slug": slug.current, language, _originalId}'
  return documentStore
    .listenQuery(address, { id: published }, { perspective: 'drafts', tag: 'locations' })
    .pipe(
      distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
      switchMap(async (found: { language?: string } | null) => ({
        locations: isEverywhere.includes(type)
          ? fixed.map((page) => inLanguage(page, found?.language))
          : await findPagesUsing(reader, published),
        ...(isEverywhere.includes(type) && type !== 'notFoundPage' && everyPage),
      })),
    )
}

// Sanity's built-in sharing is disabled because its links never expire. See share-action.tsx.
const bySecret = { enable: '/preview/enable', shareAccess: false }

/** Returns whether the signed-in user may write all content, according to the content API. */
async function mayWrite(client: SanityClient): Promise<boolean> {
  const { projectId, dataset } = client.config()
  const grants = await client.request<{ filter: string; permissions: string[] }[]>({
    uri: `/projects/${projectId}/datasets/${dataset}/acl`,
  })
  return grants.some(
    ({ filter, permissions }) => filter === '_id in path("**")' && permissions.includes('update'),
  )
}

/**
 * Enables the preview. Sanity's method writes a secret into the content, which a user who may only read, or only write
 * drafts, can't do. For such users, the site enables the preview based on their session, before the first page opens.
 */
async function embeddedPreviewMode({ client }: { client: SanityClient }) {
  if (await mayWrite(client)) return bySecret
  await fetch('/preview/enable', { redirect: 'manual' })
  return false as const
}

/** The Preview tool: shows the site with drafts next to the form and updates it as editors type. */
export const presentation = presentationTool({
  name: 'presentation',
  title: 'Preview',
  previewUrl: {
    initial: () => location.origin,
    previewMode: readConnection().hosted ? bySecret : embeddedPreviewMode,
  },
  resolve: { locations, mainDocuments },
})
