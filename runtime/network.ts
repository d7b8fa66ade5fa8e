import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What stands for an address where clients are told apart: an IPv4 address by itself, written as IPv6
 * or not; an IPv6 address by its /64, since whoever has one address has the 2^64 beside it too. What
 * is no address stands for itself.
 */
export function networkOf(address: string): string {
  // Nearly all are, and each connection is asked.
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(parsed)}/64`)}/64`
}

/** A zone (RFC 4007) says which link of this machine an address is reached by, not whose it is. */
function withoutZone(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address.toString().replace(/%.*$/, '')
}
