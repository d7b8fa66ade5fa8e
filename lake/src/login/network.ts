import { isIPv6 } from 'node:net'

/** What stands for an address where askers are told apart: who has an IPv6 address has the 2^64 beside it too. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  if (plain.includes('::')) {
    const after = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(8 - groups.length - after.length).fill('0'), ...after)
  }
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return prefix.join(':')
}
