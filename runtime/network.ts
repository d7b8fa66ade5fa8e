import { isIPv4 } from 'node:net'
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
