import { randomUUID } from 'node:crypto'
import type { Content } from 'halvi-site/content/content'
import { english } from 'halvi-site/language/language'
import { addressIn } from 'halvi-site/language/local-path'
import type { SiteLanguages } from 'halvi-site/site-languages'
import type { Logger } from 'pino'
import type { SiteContext } from '../../../app/handler/context.ts'
import type { SiteHandler } from '../../../app/handler/handler.ts'
import { requestOf } from '../key.ts'
import { peopleTag, type RenderedPage } from '../store/page.ts'

interface Site extends Pick<SiteContext, 'leads' | 'pages' | 'siteUrl'> {
  handle: SiteHandler
  content: Content
  languages: Pick<SiteLanguages, 'find' | 'all'>
  log: Logger
  /** Called when a page shows people who left the leaderboard or changed on it. */
  onPeopleChanged(): void
}

/** Renders the page of a key. `onStart` receives the tags of what the page has read so far, which still grow. */
export type Render = (
  key: string,
  onStart?: (tags: ReadonlySet<string>) => void,
) => Promise<RenderedPage>

/**
 * Returns a function that renders a page from its key alone, so that the page can't contain data of the visitor who
 * requested it.
 */
export function createRender({
  handle,
  content,
  languages,
  log,
  onPeopleChanged,
  ...site
}: Site): Render {
  return async (key, onStart) => {
    const { language: shown, path, search, headers: requestHeaders } = requestOf(key)
    const started = performance.now()
    const requestId = randomUUID()
    const pageLog = log.child({ requestId })
    const language = languages.find(shown.code) ?? english
    const reader = content.reader(language)
    onStart?.(reader.tags)
    let showsPeople = false
    const leaderboard = () => {
      showsPeople = true
      return site.leads.leaderboard(onPeopleChanged)
    }
    const response = await handle(
      new Request(site.siteUrl + addressIn(language, path) + search, { headers: requestHeaders }),
      {
        ...site,
        leads: { ...site.leads, leaderboard },
        content: reader,
        language,
        path,
        languages: languages.all,
        log: pageLog,
        requestId,
        clientNetwork: '',
      },
    )
    const body = Buffer.from(await response.arrayBuffer())
    const milliseconds = Math.round(performance.now() - started)
    pageLog.debug(
      { path: addressIn(language, path), ...requestHeaders, status: response.status, milliseconds },
      'page rendered',
    )
    const headers = [...response.headers, ['x-request-id', requestId] as const]
    const { changesAt } = reader
    const tags = showsPeople ? new Set([...reader.tags, peopleTag]) : reader.tags
    return { status: response.status, headers, body, tags, changesAt }
  }
}
