// Sends requests at full speed, and prints the outcome as JSON. Runs in a separate process, so that other work of the
// benchmark does not delay the requests.
import autocannon from 'autocannon'
import { application, formHeaders } from '../application.ts'
import type { Load, Outcome } from './load.ts'

const { url, forms, headers = {}, ...rest } = JSON.parse(process.argv[2] ?? '{}') as Load
const form = { method: 'POST', path: '/waitlist', headers: { ...formHeaders, ...headers } } as const
const result = await autocannon({
  url,
  ...rest,
  ...(forms
    ? { requests: [{ ...form, setupRequest: (one) => ({ ...one, body: application() }) }] }
    : { headers }),
})
const outcome: Outcome = {
  answers: Object.fromEntries(
    Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count ?? 0]),
  ),
  errors: result.errors,
  rate: Math.round(result.requests.total / result.duration),
  p50: result.latency.p50,
  p99: result.latency.p99,
}
console.log(JSON.stringify(outcome))
