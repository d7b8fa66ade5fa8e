import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { upTo } from '../pace.ts'
import { get } from '../request.ts'

export const blurs: Attack = {
  name: 'asks for 70 pictures of 4096 px with blur, as AVIF, each different',
  pace: '70 requests, 70/s',
  isOfTheWorst: true,
  start: overConnections((connections, { picture }) =>
    upTo(70, 70, (n) =>
      connections.ask(get(`${picture}?h=4096&w=4096&fit=scale&blur=${n + 1}&fm=avif`)),
    ),
  ),
}
