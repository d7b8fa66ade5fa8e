import type { IncomingMessage } from 'node:http'
import { isLoopback } from 'halvi-kit/network'
import { httpError } from '../errors/errors.ts'

/** A name or an address, with or without a port (RFC 9110, section 7.2). */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * Checks the raw Host header, because browsers accept names that `URL` rejects or changes. Over a loopback connection,
 * `isOwnHost` must accept it: another name may be a stranger's that leads to this machine (DNS rebinding).
 *
 * Throws a `LakeError` 400 if there is not exactly one readable host, and 403 for another host.
 */
export function checkHost(
  { headers, rawHeaders, socket }: IncomingMessage,
  isOwnHost?: (host: string) => boolean,
): void {
  const { host = '' } = headers
  const given = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (!HOST.test(host) || !URL.canParse(`http://${host}`) || given.length > 1)
    throw httpError(400, 'The Host header is not valid')
  if (isOwnHost && isLoopback(socket.localAddress ?? '') && !isOwnHost(host))
    throw httpError(403, 'Use http://localhost instead, or allow this host by --cors ORIGIN')
}
