import { validatePreviewUrl } from '@sanity/preview-url-secret'
import {
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewPerspective,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { type ContentReader, type ContentSource, imagesOf } from '../content/content.ts'
import { previewCookieOf } from './cookie.ts'
import { draftsClient, draftsReader } from './drafts.ts'
import { type PreviewSession, readSession, sessionKey, writeSession } from './preview-session.ts'

/** How long an editor's browser stays in preview, in milliseconds: a day of work. */
const studioMs = 12 * 3_600_000

/** What the Studio writes are 16 bytes, in hexadecimal and then in base64. */
const secretShape = /^[\w-]{20,100}$/

/** Tells of every change to content, drafts included, until the returned function is called. */
export type Changes = (onChange: () => void, onError: (error: unknown) => void) => () => void

/** People who work here, where they have accounts here. */
export interface Staff {
  /** The id of who is signed in with a browser that sends these cookies. */
  signedIn(cookies: string | undefined): string | undefined
  /** Whether a person was not removed. */
  isHere(id: string): boolean
}

interface PreviewOptions {
  /** Absent where people have accounts at Sanity: a preview then lasts for its time. */
  staff?: Staff | undefined
  now?: () => number
}

/** A new session: as text, until when (in milliseconds since 1970), and how long that is. */
interface Issued {
  text: string
  until: number
  milliseconds: number
}

/** Who sees drafts, and what they see. */
export interface Preview {
  /**
   * The session that a browser sends in its cookie, if it is good: that of the Studio for as long as
   * somebody is signed in with the browser, a link's for as long as who made it works here.
   */
  sessionOf(cookies: string | undefined): PreviewSession | undefined
  /**
   * Reads what someone with that session sees at an address: drafts, unless the Studio's switch has
   * put the perspective `published` into it.
   */
  reader(session: PreviewSession, url: string): ContentReader
  /**
   * Checks a secret that the Studio has just written into the content, which only staff can. The
   * URL is the one that the Studio opened, as `@sanity/preview-url-secret` makes it.
   *
   * @returns the path to go to; undefined for a secret that is none or older than an hour
   * @throws when the content API does not answer
   */
  enter(url: string): Promise<string | undefined>
  /**
   * The same by the session in the Studio, for who may only read and can write no secret: their own page
   * has to ask. Undefined for everybody else, and where people have accounts at Sanity.
   */
  enterSignedIn(request: Request): string | undefined
  /**
   * A new session; without a time it is good for a day of work. Cookies tell who has asked for it.
   */
  issue(
    kind: PreviewSession['kind'],
    options?: { milliseconds?: number; cookies?: string | undefined },
  ): Issued
  /** What a session in a link is worth. */
  read(session: string): ReturnType<typeof readSession>
  changes: Changes
}

/**
 * Opens the preview of a content source. `token` reads drafts; without one there is no preview.
 */
export function createPreview(
  source: ContentSource,
  token: string | undefined,
  { staff, now = Date.now }: PreviewOptions = {},
): Preview | undefined {
  if (!token) return undefined
  const client = draftsClient(source, token)
  const key = sessionKey(token)
  const read = (text: string) => {
    const session = readSession(text, key, now())
    const by = typeof session === 'object' ? session.by : undefined
    return by !== undefined && staff && !staff.isHere(by) ? 'expired' : session
  }
  return {
    sessionOf(cookies) {
      const session = read(previewCookieOf(cookies) ?? '')
      if (session === 'expired') return undefined
      if (session?.kind === 'studio' && staff && !staff.signedIn(cookies)) return undefined
      return session
    },
    reader(session, url) {
      const { searchParams } = new URL(url, 'http://here.invalid')
      const asked = searchParams.get(urlSearchParamPreviewPerspective)
      return draftsReader(
        client,
        imagesOf(source),
        session,
        asked === 'published' ? asked : 'drafts',
      )
    },
    async enter(url) {
      // What can be no secret is asked of nobody.
      const secret = new URL(url, 'http://here.invalid').searchParams.get(
        urlSearchParamPreviewSecret,
      )
      if (!secretShape.test(secret ?? '')) return undefined
      const { isValid, redirectTo = '/' } = await validatePreviewUrl(client, url)
      return isValid ? localPath(redirectTo) : undefined
    },
    enterSignedIn({ url, headers }) {
      const isOwnPage = headers.get('sec-fetch-site') === 'same-origin'
      if (!isOwnPage || !staff?.signedIn(headers.get('cookie') ?? undefined)) return undefined
      return localPath(new URL(url).searchParams.get(urlSearchParamPreviewPathname) ?? '/')
    },
    issue(kind, { milliseconds = studioMs, cookies } = {}) {
      const until = now() + milliseconds
      const by = kind === 'link' ? staff?.signedIn(cookies) : undefined
      return { text: writeSession({ kind, until, ...(by && { by }) }, key), until, milliseconds }
    },
    read,
    changes(onChange, onError) {
      const events = client.live.events({ includeDrafts: true })
      const subscription = events.subscribe({
        next: ({ type }) => {
          // Welcome: what has changed since the page was made, nobody has told of.
          if (type === 'welcome' || type === 'message' || type === 'restart') onChange()
        },
        error: onError,
      })
      return () => subscription.unsubscribe()
    },
  }
}

/** A path of this site with its query, from whatever was asked for. */
export function localPath(path: string): string {
  const origin = 'http://here.invalid'
  if (!URL.canParse(path, origin)) return '/'
  const { protocol, pathname, search, hash } = new URL(path, origin)
  if (!/^https?:$/.test(protocol)) return '/'
  // Two slashes would lead to another host.
  return pathname.replace(/^\/+/, '/') + search + hash
}
