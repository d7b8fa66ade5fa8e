import { setPreviewCookie } from './cookie.ts'

/** Why someone does not get to see drafts. */
export type Refusal = 'unavailable' | 'not-admitted' | 'forged' | 'expired'

/** A page's `useLoaderData` learns from `json` what it is told. */
interface RefusalResponse extends Response {
  json(): Promise<{ refusal: Refusal }>
}

const statuses: Record<Refusal, number> = {
  unavailable: 503,
  'not-admitted': 403,
  forged: 403,
  expired: 410,
}

/** Answers with the page that says why there is no preview. */
export function refusePreview(refusal: Refusal): RefusalResponse {
  return Response.json({ refusal }, { status: statuses[refusal], headers: noStoreHeaders })
}

/** Goes to a path of this site with a session in the cookie, or with an empty one without. */
export function redirectWithCookie(
  request: Request,
  path: string,
  session: string,
  milliseconds: number,
): Response {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const secure = new URL(request.url).protocol === 'https:'
  const cookie = setPreviewCookie(session, seconds, secure)
  const headers = { ...noStoreHeaders, Location: path, 'Set-Cookie': cookie }
  return new Response(null, { status: 303, headers })
}

/** Remix keeps a loader's headers from the page unless the route asks for them. */
export const refusalHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** These addresses hold secrets: no cache keeps them, no other page hears of them. */
const noStoreHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
