import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { request } from '../request.ts'
import { upTo } from '../steadily.ts'

export const slowReaders: Attack = {
  name: '200 pipelined requests per connection, responses never read',
  rate: '100 connections, 50/s',
  start: overConnections((connections, { image }) => {
    const paths = ['/', '/index', image, `${image}?w=780`, '/studio/']
    return upTo(100, 50, (n) =>
      connections.open(request('GET', paths[n % paths.length] ?? '/').repeat(200), {
        reads: false,
      }),
    )
  }),
}
