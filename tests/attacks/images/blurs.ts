import type { Attack } from '../attack.ts'
import { times } from '../circumstances.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { upTo } from '../steadily.ts'

/** Number of images. Each takes one CPU core for a second. */
const images = times(15, 70)

export const blurs: Attack = {
  name: 'different blurred AVIF images of 4096 px',
  rate: `${images} requests, 70/s`,
  isAmongWorst: true,
  start: overConnections((connections, { image }) =>
    upTo(images, 70, (n) =>
      connections.send(get(`${image}?h=4096&w=4096&fit=scale&blur=${n + 1}&fm=avif`)),
    ),
  ),
}
