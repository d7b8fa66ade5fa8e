import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isStale } from '../../scripts/stale.js'
import type { RunningSite } from '../running-site.ts'
import { projectId, startHosts } from './hosted-site.ts'

/** Timeout of the Studio build, which runs during the other tests and takes one to two minutes. */
const buildTimeoutMs = 300_000

let hosts: Awaited<ReturnType<typeof startHosts>>
let site: RunningSite

beforeAll(async () => {
  while (isStale('studio')) await sleep(2_000)
  hosts = await startHosts()
  site = await hosts.startSite()
}, buildTimeoutMs)
afterAll(async () => {
  await site?.remove()
  await hosts?.close()
})

it('serves a Studio for the hosted project that may only connect to Sanity’s hosts', async () => {
  const page = await fetch(`${site.url}/studio`)
  expect(await page.text()).toContain(
    `<div id="studio" data-project-id="${projectId}" data-dataset="production">`,
  )
  const policy = page.headers.get('content-security-policy') ?? ''
  const connect = /connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ')
  expect(connect).toContain(`https://${projectId}.api.sanity.io`)
  expect(policy.match(/https?:\/\/[^ ;]+|wss?:\/\/[^ ;]+/g)).toSatisfy((all: string[]) =>
    all.every((source) =>
      /^(https|wss):\/\/([a-z0-9]+\.)*(sanity\.io|sanity-cdn\.com)$/.test(source),
    ),
  )
  expect(policy).not.toMatch(/\*|unsafe-eval/)
})
