import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { steadily } from '../steadily.ts'

const addresses = [
  '/%',
  '/%zz',
  '/%c0%ae%c0%ae/',
  '/%ff%fe',
  '/%ed%a0%80',
  '/%00',
  '/services/%00local',
  '/services/local%0d%0aX: y',
  '/a\0b',
  '//',
  '//evil.example/',
  '//evil.example/%2f..',
  '/\\evil.example',
  '/..',
  '/../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/studio/../../package.json',
  '/studio/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/images/halvi/production/..%2f..%2flake.db',
  '/images/halvi/production/%00-1x1.png',
  '/files/halvi/production/../../../lake-token',
  '/v2025-02-19/data/query/..%2f..',
  '/v9999-99-99/data/query/production',
  '/services/local;a=b',
  '/services/local//',
  '/SERVICES/LOCAL',
  `/${'a/'.repeat(3_000)}`,
  `/${'%41'.repeat(4_000)}`,
  `/services/${'a'.repeat(12_000)}`,
  '/?__proto__[a]=b&constructor=c',
  '/?_data=routes/_index',
  '/?index&_data=root',
  '/waitlist?%',
  '/preview/open?to=//evil.example&pass=%',
  '/__manifest?p=/%00',
]

export const malformedUrls: Attack = {
  name: 'malformed URLs: bad escapes, NUL, `//`, `..`, 12 kB',
  rate: '100 requests/s',
  start: overConnections((connections) =>
    steadily(100, (n) => connections.send(get(addresses[n % addresses.length] ?? '/'))),
  ),
}
