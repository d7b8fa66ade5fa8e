import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { steadily } from '../steadily.ts'

const queries = [
  'w=4000',
  'h=4000',
  'w=4096&h=4096&fit=fill&bg=fff',
  'w=1&h=4096&fit=crop&crop=entropy',
  'rect=0,0,1,1&w=4096&fit=scale',
  'rect=0,0,999999999,1',
  'rect=5,5,0,0',
  'w=999999999',
  'w=1e9',
  'w=NaN',
  'w=-1',
  'w=0.0001&dpr=100',
  'dpr=3&w=4096',
  'q=0',
  'or=45',
  'or=90&flip=hv&sat=-100&invert=true&sharp=100&blur=1',
  'fm=tiff',
  'fm=__proto__',
  'fm=constructor',
  'bg=zzz',
  `w=${'9'.repeat(5_000)}`,
  'dl=../../../../etc/passwd',
  'dl=a%0d%0aX-Evil:%201',
  'max-w=1&min-w=4096',
  'fp-x=0.5&fp-y=7',
]
const names = ['/images/halvi/production/', '/images/halvi/production/a-1x1.png', '/images/x/y/z']

export const invalidImages: Attack = {
  name: 'a one-pixel SVG at 4,000 px, and invalid image parameters',
  rate: '50 requests/s',
  start: overConnections((connections, { image, vector }) => {
    const paths = [vector, image, ...names]
    return steadily(50, (n) => {
      const path = paths[Math.floor(n / queries.length) % paths.length]
      connections.send(get(`${path}?${queries[n % queries.length]}`))
    })
  }),
}
