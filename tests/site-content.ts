import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import type { RunningSite } from './running-site.ts'

/** The token of a site's embedded lake. */
export function lakeTokenOf({ dataDir }: Pick<RunningSite, 'dataDir'>): string {
  return readFileSync(join(dataDir, 'lake-token'), 'utf8').trim()
}

/** A client that reads and writes the content of a site as a program does, drafts included. */
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
    // A connection that is kept is closed by the site after five seconds, and a write may be on its way then.
    headers: { connection: 'close' },
  })
}
