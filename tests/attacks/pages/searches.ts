import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { steadily } from '../steadily.ts'

const long = 'halal '.repeat(2_000)
const expressions = [
  '(a+)+$',
  '.*.*.*.*x',
  '[',
  '(?<',
  '\\',
  '*a'.repeat(400),
  `${'a'.repeat(5_000)}!`,
]

function wordsOf(n: number): string {
  if (n % 10 === 0) return long + n
  if (n % 10 === 1) return 'q'.repeat(60_000)
  if (n % 10 === 2) return `${expressions[n % expressions.length]}${n}`
  return `word${n}`
}

export const searches: Attack = {
  name: 'searches: thousands of words, 12 and 60 kB, regular expressions',
  rate: '150 requests/s',
  isAmongWorst: true,
  start: overConnections((connections) =>
    steadily(150, (n) => {
      const path = n % 2 ? '/support/faq' : '/support/help'
      connections.send(get(`${path}?q=${encodeURIComponent(wordsOf(n))}`))
    }),
  ),
}
