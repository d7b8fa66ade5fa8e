import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import type { ContentUpdates } from '../app/content/content-updates.ts'
import { type AppParts, createApp } from './app.ts'
import { PageCache } from './page-cache/page-cache.ts'
import { createRender } from './page-cache/render.ts'
import { securityHeaders } from './security-headers.ts'

interface Parts extends Omit<AppParts, 'headers'> {
  updates: Pick<ContentUpdates, 'connected' | 'onChange'>
}

/** The site, its kept pages in front. */
export interface CachedApp {
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

/** What a request meets first: the page cache, then everything else. There is none while developing. */
export function createCachedApp({ updates, ...parts }: Parts): CachedApp {
  const { settings, siteUrl, content, leads, stopping, pages, metrics, log } = parts
  const headers = securityHeaders({ https: siteUrl.startsWith('https:') })
  const app = createApp({ ...parts, headers })
  if (!pages.version) return { handle: app, close: async () => {} }
  const cache = new PageCache({
    // What previews are made with is not among it.
    render: createRender({
      ...{ siteUrl, content, leads, stopping, log },
      build: pages.build as ServerBuild,
    }),
    updates,
    folder: join(settings.DATA_DIR, 'pages'),
    // Canonical links are part of the pages.
    build: `${pages.version} ${siteUrl}`,
    headers,
    log,
  })
  metrics.observeCache(() => ({ ...cache.counts, ...cache.size, connected: updates.connected }))
  return {
    handle: (request, response) => cache.handle(request, response, () => app(request, response)),
    close: () => cache.close(),
  }
}
