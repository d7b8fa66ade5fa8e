import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get, post, request } from '../request.ts'
import { steadily } from '../steadily.ts'

const path = '/v1/auth/login'
const json = 'application/json'
const bodies = [
  post(path, json, `{"password":"${'a'.repeat(1_000_000)}"}`),
  post(path, json, '['.repeat(4_000)),
  post(path, json, `${'{"password":'.repeat(300)}1`),
  post(path, json, '{"password":{"__proto__":1}}'),
  post(path, json, '"'),
  post(path, 'text/plain', 'password'),
  post(path, json, ''),
  request('POST', path, { 'Content-Type': json, 'Content-Length': 1e15 }, '{'),
  post('/v1/auth/setup', json, `{"token":"${'a'.repeat(4_000)}"}`),
  post('/v1/auth/invitation', json, '{"token":{"__proto__":1}}'),
  post('/v1/auth/reset/accept', json, `{"token":"${'a'.repeat(43)}","password":[]}`),
  get('/v1/users/me', { Cookie: `sanitySession=${'a'.repeat(8_000)}` }),
  get('/v1/users/me', { Authorization: `Bearer ${'a'.repeat(8_000)}` }),
]

export const heavySignIns: Attack = {
  name: 'sign-ins with 1 MB, nested JSON, forged tokens',
  rate: '100 requests/s',
  start: overConnections((connections) =>
    steadily(100, (n) => connections.send(bodies[n % bodies.length] ?? '')),
  ),
}
