import {
  fetchSecretQuery,
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewPerspective,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { type ContentReader, type ContentSource, imagesOf } from '../content/content.ts'
import { ownPath } from '../own-path.ts'
import { previewCookieOf } from './cookie.ts'
import { draftsClient, draftsReader } from './drafts.ts'
import { type PreviewSession, readSession, sessionKey, writeSession } from './preview-session.ts'

/** How long an editor's browser stays in preview, in milliseconds: a day of work. */
const studioMs = 12 * 3_600_000

/** Secrets are drafts, which must be read as they are. */
const raw = { perspective: 'raw' as const, stega: false }

/** The Studio writes 16 bytes, in hexadecimal and then in base64. */
const secretShape = /^[\w-]{20,100}$/

/** People who work here, where they have accounts here. */
export interface Staff {
  /** Returns the id of the person who is signed in with a browser that sends these cookies. */
  signedIn(cookies: string | undefined): string | undefined
  /** Returns whether a secret was written within the last hour, by that person or by a program. */
  mayUseSecret(secret: string, cookies: string | undefined): boolean
}

/** The links that show drafts. They end when they are revoked, or when their owner may not share any more. */
export interface SharedLinks {
  add(path: string, by: { id: string; name: string }): Promise<{ id: string; until: number }>
  /** Resolves to whether a link is valid, and records its use. */
  use(id: string): Promise<boolean>
  noteOpened(id: string): Promise<void>
}

interface PreviewOptions {
  /** Absent where people have accounts at Sanity: an editor's preview then lasts for its time. */
  staff?: Staff | undefined
  links: SharedLinks
  now?: () => number
}

/** Decides who sees drafts, and what they see. */
export type Preview = NonNullable<ReturnType<typeof createPreview>>

/** Opens the preview of a content source. `token` reads drafts; without one there is no preview. */
export function createPreview(
  source: ContentSource,
  token: string | undefined,
  { staff, links, now = Date.now }: PreviewOptions,
) {
  if (!token) return undefined
  const client = draftsClient(source, token)
  const key = sessionKey(token)
  const read = (cookies: string | undefined) => {
    const session = readSession(previewCookieOf(cookies) ?? '', key, now())
    return session === 'expired' ? undefined : session
  }
  return {
    /**
     * Resolves to the session in a browser's cookie while it is valid: that of the Studio while the person is signed in with
     * the browser, a link's until it expires or is revoked.
     */
    async sessionOf(cookies: string | undefined): Promise<PreviewSession | undefined> {
      const session = read(cookies)
      if (session?.kind === 'link') {
        return session.id !== undefined && (await links.use(session.id)) ? session : undefined
      }
      if (!session || !staff) return session
      const person = staff.signedIn(cookies)
      return person !== undefined && person === (session.id ?? person) ? session : undefined
    },
    /** Returns whether the cookie was issued here and has not expired; it may have been revoked since. */
    mayBeInPreview: (cookies: string | undefined): boolean => read(cookies) !== undefined,
    /** Returns a reader of drafts, or of published content where the Studio's switch has put that into the URL. */
    reader(session: PreviewSession, url: string): ContentReader {
      const { searchParams } = new URL(url, 'http://here.invalid')
      const isPublished = searchParams.get(urlSearchParamPreviewPerspective) === 'published'
      const perspective = isPublished ? 'published' : 'drafts'
      return draftsReader(client, imagesOf(source), session, perspective)
    },
    /**
     * Checks the secret that the Studio has just written; where people have accounts here, only its writer may use it.
     * Resolves to the path to go to; undefined for one that is unknown or older than an hour. @throws without content
     */
    async enter({ url, headers }: Request): Promise<string | undefined> {
      const { searchParams } = new URL(url)
      const secret = searchParams.get(urlSearchParamPreviewSecret) ?? ''
      if (!secretShape.test(secret)) return undefined
      const isValid = staff
        ? staff.mayUseSecret(secret, headers.get('cookie') ?? undefined)
        : (await client.fetch(fetchSecretQuery, { secret }, raw)) !== null
      return isValid ? pathIn(searchParams) : undefined
    },
    /** Does the same by the session in the Studio, for people who can write no secret; only their own page may ask. */
    enterSignedIn({ url, headers }: Request): string | undefined {
      const isOwnPage = headers.get('sec-fetch-site') === 'same-origin'
      if (!isOwnPage || !staff?.signedIn(headers.get('cookie') ?? undefined)) return undefined
      return pathIn(new URL(url).searchParams)
    },
    /** Makes a session for an editor's browser, as text. */
    issue(cookies: string | undefined): { text: string; milliseconds: number } {
      const id = staff?.signedIn(cookies)
      const session = { kind: 'studio' as const, until: now() + studioMs, ...(id && { id }) }
      return { text: writeSession(session, key), milliseconds: studioMs }
    },
    /** Makes a link to the preview of a path: its session as text, and when it expires. */
    async share(
      path: string,
      by: { id: string; name: string },
    ): Promise<{ text: string; until: number }> {
      const { id, until } = await links.add(path, by)
      return { text: writeSession({ kind: 'link', until, id }, key), until }
    },
    /** Opens a link. Resolves to its session, `expired`, or undefined for an invalid one. */
    async open(text: string): Promise<PreviewSession | 'expired' | undefined> {
      const session = readSession(text, key, now())
      if (typeof session !== 'object') return session
      if (session.kind !== 'link') return undefined
      if (session.id === undefined || !(await links.use(session.id))) return 'expired'
      await links.noteOpened(session.id)
      return session
    },
    /** Calls back on every change to content, drafts included, until the returned function is called. */
    changes(onChange: () => void, onError: (error: unknown) => void): () => void {
      const subscription = client.live.events({ includeDrafts: true }).subscribe({
        next: ({ type }) => {
          // Welcome: changes since the page was made have no event of their own.
          if (type === 'welcome' || type === 'message' || type === 'restart') onChange()
        },
        error: onError,
      })
      return () => subscription.unsubscribe()
    },
  }
}

function pathIn(searchParams: URLSearchParams): string {
  return localPath(searchParams.get(urlSearchParamPreviewPathname) ?? '/')
}

/** A path of this site with its query, from whatever was asked for. */
export function localPath(path: string): string {
  const origin = 'http://here.invalid'
  if (!URL.canParse(path, origin)) return '/'
  const url = new URL(path, origin)
  return /^https?:$/.test(url.protocol) ? ownPath(url) : '/'
}
