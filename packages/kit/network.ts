import { lookup } from 'node:dns'
import { isIP, isIPv4, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The network of all clients without an IP address, such as `unknown` in the header of a proxy. */
const unknownNetwork = 'unknown'

/**
 * Returns the network of an IP address, which stands for a client: an IPv4 address (also if written as IPv6), or the
 * /64 of an IPv6 address. A client with one IPv6 address usually has the whole /64. The text may have what proxies add
 * to an address: a port, brackets, quotes, or a zone (RFC 4007). Any other text is the network `unknown`.
 */
export function networkOf(text: string): string {
  // The common case first, because this runs for each connection.
  if (isIPv4(text)) return text
  const plain = text.slice(0, maxAddressLength).replaceAll('"', '').trim()
  const inBrackets = /^\[([^\]]*)\](?::\d*)?$/.exec(plain)?.[1]
  const withoutPort = /^([\d.]+):\d*$/.exec(plain)?.[1]
  const address = (inBrackets ?? withoutPort ?? plain).split('%', 1)[0] ?? ''
  if (!isIP(address)) return unknownNetwork
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`
}

/** Maximum length of an address with a zone and a port, in characters. */
const maxAddressLength = 100

/** Matches a host name or address, with or without a port (RFC 9110, section 7.2). */
export const hostPattern = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** Returns whether an IP address is public: not of a private, local, or reserved network. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** Returns whether an IP address, in IPv4 or IPv6 form, is of this machine's loopback network. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** A host must not be connected to, because one of its addresses is not public. */
export class NotPublicError extends Error {
  override name = 'NotPublicError'
}

/**
 * Returns a function that resolves a host as `dns.lookup` does, and fails with a NotPublicError if any of its addresses
 * is not allowed. By default, only public addresses are. Node does not call it for IP addresses.
 */
export function lookupAllowed(isAllowed = isPublic): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const hidden = addresses.find(({ address }) => !isAllowed(address))
      const [first] = addresses
      if (hidden || !first) {
        const reason = hidden ? `${hidden.address}, which is not public` : 'no address'
        callback(new NotPublicError(`${host} resolves to ${reason}`), '')
      } else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
