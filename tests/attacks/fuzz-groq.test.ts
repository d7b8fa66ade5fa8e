import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lakeTokenOf, type RunningSite, startSite } from '../running-site.ts'
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

/** Timeout of a response. Five queries run at a time, and a query by staff may take several seconds. */
const answerMs = 60_000

/** Sends a query, checks that the response has the shape of Sanity's API, and returns the status. */
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
  'responds to any query, valid or not, in the shape of Sanity’s API',
  async () => {
    // Three queries per case on average. Half are by staff.
    const together = fc.array(fc.tuple(queries(), params, fc.boolean()), {
      minLength: 1,
      maxLength: 5,
    })
    const responses = new Map<number, number>()
    const run = fc.asyncProperty(together, async (asked) => {
      // Shrinking a failure needs a running site for each run.
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
        responses.set(outcome.value, (responses.get(outcome.value) ?? 0) + 1)
        expect(outcome.value).toSatisfy((status: number) => status < 500 || status === 503)
      }
    })
    await fuzz(run, 500)
    // The cases were not all of the same kind.
    for (const status of [200, 400]) expect([...responses.keys()]).toContain(status)
    expectNoErrorsIn(site)
  },
  fuzzTimeoutMs,
)
