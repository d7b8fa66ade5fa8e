import { lookup } from 'node:dns'
import { isIPv4, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Returns the network of an IP address, which stands for a client: an IPv4 address (also if written as IPv6), or the
 * /64 of an IPv6 address. A client with one IPv6 address usually has the whole /64. Returns any other text unchanged.
 */
export function networkOf(address: string): string {
  // The common case first, because this runs for each connection.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(parsed)}/64`)}/64`
}

/** Removes the zone (RFC 4007), which is the link to reach an address by, not part of the address. */
function withoutZone(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address.toString().replace(/%.*$/, '')
}

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
