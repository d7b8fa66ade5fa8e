import type { Attack } from '../attack.ts'
import { times } from '../circumstances.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { upTo } from '../steadily.ts'

/** Each takes a processor for a second. */
const pictures = times(15, 70)

export const blurs: Attack = {
  name: 'asks for pictures of 4096 px with blur, as AVIF, each different',
  rate: `${pictures} requests, 70/s`,
  isOfTheWorst: true,
  start: overConnections((connections, { picture }) =>
    upTo(pictures, 70, (n) =>
      connections.ask(get(`${picture}?h=4096&w=4096&fit=scale&blur=${n + 1}&fm=avif`)),
    ),
  ),
}
