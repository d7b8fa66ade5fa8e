import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { steadily } from '../steadily.ts'

const formats = ['webp', 'avif', 'jpg', 'png', 'gif']

export const smallVariants: Attack = {
  name: 'thousands of different small images',
  rate: '150 requests/s',
  start: overConnections((connections, { image }) =>
    steadily(150, (n) => {
      const format = formats[n % formats.length]
      connections.send(get(`${image}?w=${10 + (n % 300)}&q=${1 + (n % 99)}&fm=${format}`))
    }),
  ),
}
