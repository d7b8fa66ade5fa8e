import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { steadily } from '../steadily.ts'

const many = (count: number) =>
  get('/', Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, i])))

const floods = [
  many(1_000),
  many(3_000),
  get('/', { 'X-Long': 'a'.repeat(15_000) }),
  get('/', { 'X-Long': 'a'.repeat(17_000) }),
  get('/', { 'X-Long': 'a'.repeat(200_000) }),
  get('/', { ['X'.repeat(15_000)]: 'a' }),
  get('/', { Cookie: 'a=b; '.repeat(3_000) }),
  get('/', { 'Accept-Encoding': 'br;q=0.1,'.repeat(1_500) }),
  get('/', { 'If-None-Match': '"a", W/"b", '.repeat(1_200) }),
  get('/', { 'X-Forwarded-For': '192.0.2.1, '.repeat(1_400) }),
  get('/support/faq?q=a', { Accept: 'a/b;q=0.1, '.repeat(1_200) }),
]

export const headerFloods: Attack = {
  name: 'thousands of headers, and headers of 15 to 200 kB',
  rate: '100 requests/s',
  start: overConnections((connections) =>
    steadily(100, (n) => connections.send(floods[n % floods.length] ?? '')),
  ),
}
