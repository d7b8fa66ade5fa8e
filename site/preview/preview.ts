import {
  fetchSecretQuery,
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewPerspective,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { type ContentSource, imagesOf } from '../content/content.ts'
import type { ContentReader } from '../content/content-reader.ts'
import { english, type Language } from '../language/language.ts'
import { sitePath } from '../site-path.ts'
import { draftsClient, draftsReader } from './drafts.ts'
import {
  type PreviewSession,
  readSession,
  sessionKey,
  signedSessions,
  writeSession,
} from './preview-session.ts'

/** Duration of a staff member's preview session, in milliseconds: a day of work. */
const studioMs = 12 * 3_600_000

/** Options to read secrets, which are stored in draft documents. */
const raw = { perspective: 'raw' as const, stega: false }

/** The format of the Studio's secrets: 16 bytes, encoded as hexadecimal and then as base64. */
const secretShape = /^[\w-]{20,100}$/

/** The accounts of staff, if the site has its own accounts. */
export interface Staff {
  /** Returns the id of the staff member who is signed in with these cookies. */
  signedIn(cookies: string | undefined): string | undefined
  /** Returns whether a secret was written within the last hour by the signed-in staff member or a program. */
  mayUseSecret(secret: string, cookies: string | undefined): boolean
}

/**
 * The shared links to drafts. A link is invalid after it is revoked, or when its owner may no longer share previews.
 */
export interface SharedLinks {
  add(path: string, by: { id: string; name: string }): Promise<{ id: string; until: number }>
  /** Resolves to whether a link is valid, and records its use. */
  use(id: string): Promise<boolean>
  noteOpened(id: string): Promise<void>
}

interface PreviewOptions {
  /** Absent if staff have accounts at Sanity. Then a preview session stays valid until it expires. */
  staff?: Staff | undefined
  links: SharedLinks
  now?: () => number
}

/** Issues and checks preview sessions, and reads drafts for them. */
export type Preview = NonNullable<ReturnType<typeof createPreview>>

/** Returns the preview of a content source, or undefined without a token to read drafts. */
export function createPreview(
  source: ContentSource,
  token: string | undefined,
  { staff, links, now = Date.now }: PreviewOptions,
) {
  if (!token) return undefined
  const client = draftsClient(source, token)
  const key = sessionKey(token)
  const read = signedSessions(key, now)
  return {
    /**
     * Resolves to the session in a browser's cookie, or undefined if it is invalid. A `studio` session is valid while
     * the staff member is signed in. A `link` session is valid until the link expires or is revoked.
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
    /** Returns whether the cookie is signed and not expired. Does not check if it was revoked. */
    mayBeInPreview: (cookies: string | undefined): boolean => read(cookies) !== undefined,
    /**
     * Returns a reader of drafts, or of the perspective in the URL or the session. A shared link shows what its sender
     * has shared, or published content.
     */
    reader(session: PreviewSession, url: string, language: Language = english): ContentReader {
      const requested = perspectiveIn(url)
      const mayRequest = session.kind === 'studio' || String(requested) === 'published'
      const perspective = (mayRequest ? requested : undefined) ?? session.perspective
      return draftsReader(client, imagesOf(source), language, session, perspective)
    },
    /**
     * Checks the secret that the Studio has just written, and resolves to the path to preview. Resolves to undefined
     * if the secret is unknown or older than an hour. If the site has its own accounts, only the author may use the
     * secret.
     *
     * @throws when content is unreachable
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
    /**
     * Returns the path to preview for a staff member who is signed in to the Studio, for people without the
     * permission to write secrets. Accepts only requests from pages of this site.
     */
    enterSignedIn({ url, headers }: Request): string | undefined {
      const isOwnPage = headers.get('sec-fetch-site') === 'same-origin'
      if (!isOwnPage || !staff?.signedIn(headers.get('cookie') ?? undefined)) return undefined
      return pathIn(new URL(url).searchParams)
    },
    /** Creates a session for a staff member's browser, with the perspective in the URL, and returns it as text. */
    issue(cookies: string | undefined, url = ''): { text: string; milliseconds: number } {
      const id = staff?.signedIn(cookies)
      const until = now() + studioMs
      const perspective = perspectiveIn(url)
      const session = { kind: 'studio' as const, until, perspective, ...(id && { id }) }
      return { text: writeSession(session, key), milliseconds: studioMs }
    },
    /**
     * Creates a link to the preview of a path, with the perspective in the URL. Resolves to its session as text, and
     * when it expires.
     */
    async share(
      path: string,
      by: { id: string; name: string },
      url = '',
    ): Promise<{ text: string; until: number }> {
      const { id, until } = await links.add(path, by)
      const perspective = perspectiveIn(url)
      return { text: writeSession({ kind: 'link', until, id, perspective }, key), until }
    },
    /**
     * Opens a link. Resolves to its session, to `expired` for an expired or revoked link, or undefined if it is
     * invalid.
     */
    async open(text: string): Promise<PreviewSession | 'expired' | undefined> {
      const session = readSession(text, key, now())
      if (typeof session !== 'object') return session
      if (session.kind !== 'link') return undefined
      if (session.id === undefined || !(await links.use(session.id))) return 'expired'
      await links.noteOpened(session.id)
      return session
    },
    /** Calls `onChange` on every change to published content and drafts, until the returned function is called. */
    changes(onChange: () => void, onError: (error: unknown) => void): () => void {
      const subscription = client.live.events({ includeDrafts: true }).subscribe({
        next: ({ type }) => {
          // After `welcome`, too: changes between the rendering of the page and the subscription have no event.
          if (type === 'welcome' || type === 'message' || type === 'restart') onChange()
        },
        error: onError,
      })
      return () => subscription.unsubscribe()
    },
  }
}

/** Returns the perspective that the Studio has added to a URL, or undefined if it is missing or invalid. */
function perspectiveIn(url: string): string[] | undefined {
  const { searchParams } = new URL(url, 'http://here.invalid')
  const layers = (searchParams.get(urlSearchParamPreviewPerspective) ?? '').split(',')
  const isValid = layers.every((layer) => /^[\w-]{1,64}$/.test(layer) && layer !== 'raw')
  return isValid && layers.length <= maxLayers ? layers : undefined
}

/** The maximum number of releases in a perspective, as in the content API. */
const maxLayers = 20

function pathIn(searchParams: URLSearchParams): string {
  return localPath(searchParams.get(urlSearchParamPreviewPathname) ?? '/')
}

/** Returns a path on this site with query and hash for any input. Returns `/` for an invalid one. */
export function localPath(path: string): string {
  const origin = 'http://here.invalid'
  if (!URL.canParse(path, origin)) return '/'
  const url = new URL(path, origin)
  return /^https?:$/.test(url.protocol) ? sitePath(url) : '/'
}
