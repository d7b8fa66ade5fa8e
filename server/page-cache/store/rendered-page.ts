/** A page as the site has made it. */
export interface RenderedPage {
  status: number
  headers: readonly (readonly [string, string])[]
  body: Buffer
  /** The sync tags of all content in it. */
  tags: ReadonlySet<string>
  /** When something in it ceases to be true, in milliseconds since 1970; absent: never. */
  changesAt?: number | undefined
}

/** What keys tell apart. */
const differences = 'sec-fetch-site'

/** Whether an answer is the same for everybody: a page, or that there is none. */
export function isCacheable({ status, headers }: RenderedPage): boolean {
  if (status !== 200 && status !== 404) return false
  const fields = new Headers(headers as [string, string][])
  const differs = fields.get('Vary')?.toLowerCase() ?? differences
  if (fields.has('Set-Cookie') || differs !== differences) return false
  return !/no-store|no-cache|private/i.test(fields.get('Cache-Control') ?? '')
}
