import { expect, it } from 'vitest'
import { isPublic, networkOf } from './network.ts'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['192.0.2.1:40001', '192.0.2.1'],
  ['"192.0.2.1:1"', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:7', '192.0.2.1'],
  ['::FFFF:C000:201', '192.0.2.1'],
  ['[2001:db8:1:2::7]:40001', '2001:db8:1:2::/64'],
  ['"[2001:DB8:1:2::7]"', '2001:db8:1:2::/64'],
  ['[fe80::1%eth0]:80', 'fe80::/64'],
  ['unknown', 'unknown'],
  ['_hidden', 'unknown'],
  ['127.1', 'unknown'],
  ['192.0.2.1:x', 'unknown'],
  ['192.0.2.1, 192.0.2.2', 'unknown'],
  ['', 'unknown'],
])('converts %j to the network %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.0.1', false],
  ['127.9.9.9', false],
  ['0.0.0.0', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', true],
  ['64:ff9b::a00:1', false],
  ['no address', false],
])('%s counts as public: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})
