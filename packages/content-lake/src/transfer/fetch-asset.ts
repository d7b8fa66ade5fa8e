import { imageLimits } from '../limits/limits.ts'
import { TransferError } from './transfer-error.ts'

const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5

/** Throws a `TransferError` unless the host of a URL, with its port if it is not the default port, is allowed. */
export function checkHost(url: URL, allowedHosts: ReadonlySet<string>): void {
  if (allowedHosts.has(url.host)) return
  throw new TransferError(
    `${url.host} is not an allowed host. To allow it, use --allow-host ${url.host}`,
  )
}

/** Returns a host in the form that URLs have, or undefined if the text is not a host. */
export function parseHost(text: string): string | undefined {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined
  return url && !/[/?#@\\]/.test(text) ? url.host : undefined
}

/**
 * Returns the bytes at an http or https URL. Follows redirects to allowed hosts. Throws for more than
 * `imageLimits.uploadBytes`, after 30 seconds, and for any status except 200.
 */
export async function fetchAsset(
  address: string,
  allowedHosts: ReadonlySet<string>,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let url = new URL(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!/^https?:$/.test(url.protocol)) throw new Error(`redirected to ${url.protocol}`)
    checkHost(url, allowedHosts)
    const response = await fetch(url, { signal, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status === 200) return readBody(response)
    await response.body?.cancel()
    if (![301, 302, 303, 307, 308].includes(response.status) || !location) {
      throw new Error(`HTTP ${response.status}`)
    }
    url = new URL(location, url)
  }
  throw new Error('too many redirects')
}

async function readBody({ body }: Response): Promise<Uint8Array> {
  const { uploadBytes } = imageLimits
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early closes the connection.
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > uploadBytes) throw new Error(`larger than ${uploadBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
