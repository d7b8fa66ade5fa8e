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

/** What the Studio writes are 16 bytes, in hexadecimal and then in base64. */
const secretShape = /^[\w-]{20,100}$/

/** Tells of every change to content, drafts included, until the returned function is called. */
export type Changes = (onChange: () => void, onError: (error: unknown) => void) => () => void

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

/** A session as text, and how long it lasts. */
interface Issued {
  text: string
  milliseconds: number
}

/** Who sees drafts, and what they see. */
export interface Preview {
  /**
   * The session that a browser sends in its cookie, if it is good: that of the Studio for as long as
   * the person is signed in with the browser, a link's for as long as the link is valid.
   */
  sessionOf(cookies: string | undefined): Promise<PreviewSession | undefined>
  /** Returns whether the cookie was issued here and has not expired; it may have been revoked since. */
  mayBeInPreview(cookies: string | undefined): boolean
  /**
   * Reads what someone with that session sees at an address: drafts, unless the Studio's switch has
   * put the perspective `published` into it.
   */
  reader(session: PreviewSession, url: string): ContentReader
  /**
   * Checks the secret that the Studio has just written, as `@sanity/preview-url-secret` makes it. Where people
   * have accounts here, it is valid only for the person who wrote it.
   *
   * @returns the path to go to; undefined for a secret that is unknown or older than an hour
   * @throws when the content API does not answer
   */
  enter(request: Request): Promise<string | undefined>
  /**
   * The same by the session in the Studio, for who may only read and can write no secret: their own page
   * has to ask. Undefined for everybody else, and where people have accounts at Sanity.
   */
  enterSignedIn(request: Request): string | undefined
  /** Makes a session for an editor's browser, which lasts for a day of work. */
  issue(cookies: string | undefined): Issued
  /** Makes a link to the preview of a path: what is to be put into its address, and until when it is valid. */
  share(path: string, by: { id: string; name: string }): Promise<{ text: string; until: number }>
  /** Opens a link. Resolves to its session, or to why it has none. */
  open(text: string): Promise<PreviewSession | 'expired' | undefined>
  changes: Changes
}

/**
 * Opens the preview of a content source. `token` reads drafts; without one there is no preview.
 */
export function createPreview(
  source: ContentSource,
  token: string | undefined,
  { staff, links, now = Date.now }: PreviewOptions,
): Preview | undefined {
  if (!token) return undefined
  const client = draftsClient(source, token)
  const key = sessionKey(token)
  const read = (cookies: string | undefined) => {
    const session = readSession(previewCookieOf(cookies) ?? '', key, now())
    return session === 'expired' ? undefined : session
  }
  const isLink = async ({ id }: PreviewSession) => id !== undefined && (await links.use(id))
  return {
    async sessionOf(cookies) {
      const session = read(cookies)
      if (session?.kind === 'link') return (await isLink(session)) ? session : undefined
      if (!session || !staff) return session
      const person = staff.signedIn(cookies)
      return person !== undefined && person === (session.id ?? person) ? session : undefined
    },
    mayBeInPreview: (cookies) => read(cookies) !== undefined,
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
    async enter({ url, headers }) {
      const { searchParams } = new URL(url)
      const secret = searchParams.get(urlSearchParamPreviewSecret) ?? ''
      if (!secretShape.test(secret)) return undefined
      const isValid = staff
        ? staff.mayUseSecret(secret, headers.get('cookie') ?? undefined)
        : (await client.fetch(fetchSecretQuery, { secret }, raw)) !== null
      return isValid ? pathIn(searchParams) : undefined
    },
    enterSignedIn({ url, headers }) {
      const isOwnPage = headers.get('sec-fetch-site') === 'same-origin'
      if (!isOwnPage || !staff?.signedIn(headers.get('cookie') ?? undefined)) return undefined
      return pathIn(new URL(url).searchParams)
    },
    issue(cookies) {
      const id = staff?.signedIn(cookies)
      const session = { kind: 'studio' as const, until: now() + studioMs, ...(id && { id }) }
      return { text: writeSession(session, key), milliseconds: studioMs }
    },
    async share(path, by) {
      const { id, until } = await links.add(path, by)
      return { text: writeSession({ kind: 'link', until, id }, key), until }
    },
    async open(text) {
      const session = readSession(text, key, now())
      if (typeof session !== 'object') return session
      if (session.kind !== 'link') return undefined
      if (session.id === undefined || !(await links.use(session.id))) return 'expired'
      await links.noteOpened(session.id)
      return session
    },
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
