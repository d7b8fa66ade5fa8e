import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import type { RunningSite } from './running-site.ts'

/** Returns the content token of a site's embedded lake. */
export function lakeTokenOf({ dataDir }: Pick<RunningSite, 'dataDir'>): string {
  return readFileSync(join(dataDir, 'lake-token'), 'utf8').trim()
}

/** Returns a client that reads and writes all content of a site, including drafts, with the content token. */
export function contentOf(site: Pick<RunningSite, 'url' | 'dataDir'>): SanityClient {
  return createClient({
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
}
