import type { IncomingMessage } from 'node:http'
import { hostPattern, isLoopback } from 'halvi-kit/network'
import { httpError } from '../errors/errors.ts'

/** Matches the names and addresses of this machine, with or without a port. */
export const LOCAL_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
/** Matches Sanity's hosts, with or without a port. Connections to them lead to this machine, see `intercept/`. */
export const SANITY_HOST = /^(?:[\w-]+\.)*sanity\.io(?::\d+)?$/i

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
  if (!hostPattern.test(host) || !URL.canParse(`http://${host}`) || given.length > 1)
    throw httpError(400, 'The Host header is not valid')
  if (isOwnHost && isLoopback(socket.localAddress ?? '') && !isOwnHost(host))
    throw httpError(403, 'Use http://localhost instead, or allow this host by --cors ORIGIN')
}
