import type { Server } from 'node:http'
import { join } from 'node:path'
import { type ContentSource, createContent } from 'halvi-site/content/content'
import { sessionKey, signedSessions } from 'halvi-site/preview/preview-session'
import { lakeTokenFile, readOrCreateSecret } from 'halvi-site/settings/secret'
import { SiteLanguages } from 'halvi-site/site-languages'
import type { SiteShared } from '../shared.ts'
import { developmentPages } from './development.ts'
import { loadPages } from './pages.ts'

/** Connects to the content, and loads the pages that show it. */
export async function openContent(
  { settings, log, options, shutdown }: SiteShared,
  source: ContentSource,
  server: Server,
) {
  const content = createContent(source)
  const languages = new SiteLanguages(content, log, join(settings.DATA_DIR, 'languages.json'))
  shutdown.onClose(() => languages.close())
  const { development } = options
  const [pages] = await Promise.all([
    development ? developmentPages(development, server) : loadPages(),
    languages.start(),
  ])
  const token = settings.SANITY_PROJECT_ID
    ? settings.SANITY_READ_TOKEN
    : readOrCreateSecret(lakeTokenFile(settings))
  const sessions = token === undefined ? undefined : signedSessions(sessionKey(token))
  const updates = content.follow(log)
  languages.follow(updates)
  return {
    ...{ content, languages, pages, updates },
    /** Returns whether a browser with these cookies may see drafts. The office checks whether it still may. */
    isInPreview: (cookies: string | undefined) => sessions?.(cookies) !== undefined,
  }
}
