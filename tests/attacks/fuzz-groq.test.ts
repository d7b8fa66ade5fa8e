import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningSite, startSite } from '../running-site.ts'
import { lakeTokenOf } from '../site-content.ts'
import { times } from './circumstances.ts'
import { expectNoErrorsIn, fuzz, fuzzTimeoutMs } from './fuzzing.ts'
import { params, queries } from './groq-grammar.ts'

let site: RunningSite
let token: string
beforeAll(start, 60_000)
afterAll(() => site.remove())

async function start(): Promise<void> {
  site = await startSite({ CONTENT_API: 'public' })
  token = lakeTokenOf(site)
}

/** Whoever asks has an answer by then: five are asked together, and staff's may take some seconds each. */
const answerMs = 60_000

/** The status; what is answered has Sanity's shape. */
async function ask(query: string, params: object, headers: Record<string, string>) {
  const response = await fetch(`${site.url}/v2025-02-19/data/query/production`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query, params }),
    signal: AbortSignal.timeout(answerMs),
  })
  const body = await response.json()
  const { status } = response
  if (status === 200) expect(body).toHaveProperty('result')
  else {
    expect(body).toHaveProperty('statusCode', status)
    expect(body).toHaveProperty('error')
  }
  if (status === 503 || status === 429) expect(response.headers.has('retry-after')).toBe(true)
  return status
}

it(
  'whatever is queried is answered, or refused, in the shape of Sanity’s API',
  async () => {
    // Three on average: 120 and 20,000, half of them by staff.
    const together = fc.array(fc.tuple(queries(), params, fc.boolean()), {
      minLength: 1,
      maxLength: 5,
    })
    const answers = new Map<number, number>()
    const run = fc.asyncProperty(together, async (asked) => {
      // While a failure is made smaller, each try has a site that runs.
      if (site.process.exitCode !== null || site.process.signalCode) {
        await site.remove()
        await start()
      }
      const { process } = site
      const bearer = { Authorization: `Bearer ${token}` }
      const asking = asked
        .filter(([query]) => query !== '')
        .map(([query, params, isStaff]) => ask(query, params, isStaff ? bearer : {}))
      const outcomes = await Promise.allSettled(asking)
      expect([process.exitCode, process.signalCode], 'the process').toEqual([null, null])
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') throw outcome.reason
        answers.set(outcome.value, (answers.get(outcome.value) ?? 0) + 1)
        expect(outcome.value).toSatisfy((status: number) => status < 500 || status === 503)
      }
    })
    await fuzz(run, times(40, 6_700))
    // It was not the same thing over and over.
    for (const status of [200, 400]) expect([...answers.keys()]).toContain(status)
    expectNoErrorsIn(site)
  },
  fuzzTimeoutMs,
)
