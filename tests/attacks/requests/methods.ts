import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { request } from '../request.ts'
import { steadily } from '../steadily.ts'

const methods = ['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND', 'SEARCH', 'M-SEARCH']
const invented = ['FOO', 'get', 'GET\t', '', 'G'.repeat(5_000)]
const paths = ['/', '/waitlist', '/readyz', '/v1/auth/login', '/preview/enable', '/studio/']

export const wrongMethods: Attack = {
  name: 'wrong and invented methods',
  rate: '200 requests/s',
  start: overConnections((connections) => {
    const all = [...methods, ...invented]
    return steadily(200, (n) => {
      const path = paths[n % paths.length] ?? '/'
      connections.send(request(all[n % all.length] ?? '', path, { Connection: 'close' }))
    })
  }),
}
