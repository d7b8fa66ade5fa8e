import { createClient, type SanityClient } from '@sanity/client'
import { awaitApplied } from './applied.ts'
import { lakeTokenOf, type RunningSite } from './running-site.ts'

/**
 * Returns a client that reads and writes all content of a site, including drafts, with the content token. A write
 * resolves when the site has applied it.
 */
export function contentOf(site: Pick<RunningSite, 'url' | 'dataDir' | 'applied'>): SanityClient {
  const client = createClient({
    projectId: 'halvi',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: site.url,
    useProjectHostname: false,
    useCdn: false,
    perspective: 'raw',
    token: lakeTokenOf(site),
    // The site closes an idle connection after five seconds, which could break a write that starts at that time.
    headers: { connection: 'close' },
  })
  return awaitApplied(client, site.applied)
}
