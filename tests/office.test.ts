import { execFileSync } from 'node:child_process'
import { afterEach, expect, it } from 'vitest'
import { type RunningSite, startSite } from './running-site.ts'
import { until } from './until.ts'

let site: RunningSite
afterEach(() => site.remove())

const start = async (settings: Record<string, string>) => {
  site = await startSite(settings)
  // From now on, the site receives live events, and keeps what it reads: pages, and what forms show.
  await site.applied()
  expect(await visit()).toEqual(works)
}

/** Returns the process id of the office. */
const officeId = () =>
  Number(execFileSync('pgrep', ['-P', String(site.process.pid), '-f', 'office.js']))

const status = async (path: string, init?: RequestInit) =>
  (await fetch(site.url + path, { redirect: 'manual', ...init })).status

let applicants = 0
const submit = (name: string) => {
  const email = `applicant-${applicants++}@example.com`
  const body = new URLSearchParams({ name, email, interests: 'openStore' })
  return status('/waitlist', { method: 'POST', body })
}

/** Requests two pages, and sends a form and one with a mistake. */
const visit = async () => [
  await status('/'),
  await status('/business/seller'),
  await submit('Amina'),
  await submit(''),
]
const works = [200, 200, 303, 400]

const becomes = (path: string, expected: number) =>
  until(
    () => status(path),
    (is) => is === expected,
  )
const logged = (text: string) => site.lines.filter((line) => line.includes(text)).length

it('visitors do not notice that the office is killed, and nothing is rendered again', async () => {
  await start({ TEST_OFFICE: 'process' })
  const rendered = logged('page rendered')
  for (let times = 1; times <= 3; times++) {
    process.kill(officeId(), 'SIGKILL')
    await becomes('/staff/v1/me', 503)
    expect(await visit()).toEqual(works)
    expect([await status('/healthz'), await status('/studio')]).toEqual([200, 503])
    await becomes('/staff/v1/me', 401)
    expect([logged('office ended'), logged('office runs again')]).toEqual([times, times])
  }
  expect(await visit()).toEqual(works)
  expect(logged('page rendered')).toBe(rendered)
})

it('visitors do not notice that the office hangs', async () => {
  await start({ TEST_OFFICE: 'process' })
  process.kill(officeId(), 'SIGSTOP')
  expect(await visit()).toEqual(works)
  expect(await status('/healthz')).toBe(200)
  await site.logged('office does not respond')
  expect([await status('/studio'), await status('/staff/v1/me')]).toEqual([503, 503])
  expect(await visit()).toEqual(works)
  const ready = await fetch(`${site.url}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('office')])
  process.kill(officeId(), 'SIGCONT')
  await becomes('/staff/v1/me', 401)
  expect(await visit()).toEqual(works)
  expect(logged('office does not respond')).toBe(1)
})

it('visitors do not notice that the office sends garbage', async () => {
  await start({})
  process.kill(Number(site.process.pid), 'SIGUSR2')
  await becomes('/staff/v1/me', 503)
  expect(await visit()).toEqual(works)
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
})
