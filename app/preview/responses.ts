import { setPreviewCookie } from 'halvi-site/preview/cookie'

/** The reason why a preview is rejected. */
export type PreviewError = 'unavailable' | 'not-admitted' | 'forged' | 'expired'

/** A response whose `json` has the type that `useLoaderData` returns. */
interface PreviewErrorResponse extends Response {
  json(): Promise<{ error: PreviewError }>
}

const statuses: Record<PreviewError, number> = {
  unavailable: 503,
  'not-admitted': 403,
  forged: 403,
  expired: 410,
}

/** Returns the response for a rejected preview, which the page shows as an error. */
export function rejectPreview(error: PreviewError): PreviewErrorResponse {
  return Response.json({ error }, { status: statuses[error], headers: noStoreHeaders })
}

/** Redirects to a path of this site and sets the preview cookie. An empty session deletes it. */
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

/** Returns the loader's headers, which Remix does not send otherwise. For use as a preview route's `headers`. */
export const previewErrorHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** Headers for URLs that contain secrets: they must not be cached, indexed, or sent as a referrer. */
const noStoreHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
