import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAdministrator } from '../administrator.ts'
import { application } from '../faults/visitors.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { storedLeads } from '../stored-leads.ts'
import { until } from '../until.ts'
import type { AttackerMessage } from './attacker.ts'
import { attacks } from './attacks.ts'
import type { Connections } from './connections.ts'
import { watchMemory } from './memory.ts'
import { steadily } from './steadily.ts'
import { visit } from './visit.ts'

/** Duration of each attack. */
const seconds = 5
/** Memory of the site and its child processes together, in MB. */
const maxMemory = 800
/** Nine of ten visitors are answered within this time, and all before `visit` gives up. */
const answerMs = 2_000

/** Pages and an image that visitors request. The second page is not cached. */
const paths = ['/', '/support/faq?q=commission', '/services/local', '/index']

let site: RunningSite
let image: string
/** In a separate process, so that its work does not delay the measured visitors. */
const attacker = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
})
const reply = async () => (await once(attacker, 'message'))[0]
const order = (message: AttackerMessage) => {
  const answer = reply()
  attacker.send(message)
  return answer
}
/** Addresses of the applications that the site acknowledged. */
const acknowledged: string[] = []
let visitors = 0

beforeAll(async () => {
  const isReady = reply()
  const password = 'a password of tests only'
  const settings = { RATE_LIMIT: '30/10m', CONTENT_API: 'public', STUDIO_PASSWORD: password }
  site = await startSite(settings)
  await createAdministrator(site, password)
  const page = await (await fetch(`${site.url}/index`)).text()
  image = /\/images\/[^"?]+/.exec(page)?.[0] ?? ''
  expect(image).not.toBe('')
  await isReady
})
afterAll(async () => {
  attacker.kill()
  await site.remove()
})

/** One visit from a new address: a page, an image, or every fifth time a form. Returns whether it was answered. */
async function comeAsVisitor(n: number): Promise<boolean> {
  const number = visitors++
  const localAddress = `127.1.${number >> 8}.${number & 255 || 1}`
  if (n % 5 === 4) {
    const fields = application()
    const { status } = await visit({ url: `${site.url}/waitlist`, localAddress, fields })
    if (status === 303) acknowledged.push(fields.email ?? '')
    return status === 303
  }
  const path = n % 5 === 3 ? `${image}?w=640&fm=webp` : paths[n % paths.length]
  const { status } = await visit({ url: `${site.url}${path}`, localAddress })
  return status === 200
}

it.each(Object.keys(attacks))('answers visitors while a stranger %s', async (begin) => {
  const { hostname: host, port } = new URL(site.url)
  const memory = watchMemory(Number(site.process.pid))
  await order({ begin, target: { host, port: Number(port) }, image })
  const visits: Promise<{ isAnswered: boolean; ms: number }>[] = []
  const stop = steadily(10, (n) => {
    const started = performance.now()
    const came = comeAsVisitor(n)
    visits.push(came.then((isAnswered) => ({ isAnswered, ms: performance.now() - started })))
  })
  await sleep(seconds * 1_000)
  stop()
  const outcomes = await Promise.all(visits)
  const responses: Connections['responses'] = await order({ end: true })
  expect(outcomes.filter(({ isAnswered }) => !isAnswered)).toEqual([])
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b)
  const megabytes = memory()
  const slowest = times[Math.floor(times.length * 0.9)] ?? 0
  console.info(begin, { megabytes, slowest: Math.round(slowest), responses })
  expect(slowest).toBeLessThan(answerMs)
  expect(megabytes).toBeLessThan(maxMemory)
  expect(Object.keys(responses).filter((status) => /^5(?!03)/.test(status))).toEqual([])
  expect([site.process.exitCode, site.process.signalCode]).toEqual([null, null])
  await until(async () => (await fetch(`${site.url}/readyz`)).ok)
  const stored = storedLeads(site.dataDir).map(({ payload }) => payload.email)
  expect(acknowledged.filter((email) => !stored.includes(email))).toEqual([])
})
