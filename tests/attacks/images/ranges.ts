import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { steadily } from '../steadily.ts'

const ranges = [
  '0-',
  '0-0',
  '-1',
  '-0',
  '5-1',
  '-',
  '0-99999999999999999999',
  '99999999999-',
  '1e3-2e3',
  '0-0,'.repeat(1_000),
  Array.from({ length: 1_000 }, (_, n) => `${1_000 - n}-`).join(','),
  '0-,'.repeat(500),
]

export const rangeRequests: Attack = {
  name: '`Range` headers: huge, reversed, 1,000 ranges',
  rate: '100 requests/s',
  start: overConnections((connections, { image, vector }) => {
    const paths = [image, vector, `${image}?w=300`, '/', '/favicon.ico', '/robots.txt']
    return steadily(100, (n) => {
      const unit = n % 11 === 10 ? 'lines' : 'bytes'
      const headers = { Range: `${unit}=${ranges[n % ranges.length]}`, 'If-Range': '"a"' }
      if (n % 2) headers['If-Range'] = ''
      connections.send(get(paths[n % paths.length] ?? '/', headers))
    })
  }),
}
