import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NOT_FOUND_QUERY } from 'halvi-site/content/queries/home'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { RunningSite } from '../running-site.ts'
import { until } from '../until.ts'
import { projectId, type RecordedRequest, startHosts } from './hosted-site.ts'

let hosts: Awaited<ReturnType<typeof startHosts>>
let site: RunningSite

beforeAll(async () => {
  hosts = await startHosts()
  site = await hosts.startSite()
})
afterAll(async () => {
  await site?.remove()
  await hosts.close()
})

const isQuery = ({ url }: RecordedRequest) => url.pathname.includes('/data/query/')

describe('a site with a hosted project', () => {
  it('reads published content from the CDN', async () => {
    expect((await fetch(`${site.url}/`)).status).toBe(200)
    const gallery = await (await fetch(`${site.url}/index`)).text()
    expect(gallery).toContain('src="https://cdn.sanity.io/images/')
    const isRead = ({ url }: RecordedRequest) => url.searchParams.get('query') === NOT_FOUND_QUERY
    const read = hosts.requests.find(isRead)
    expect(read).toMatchObject({ method: 'GET' })
    expect(read?.url.host).toBe(`${projectId}.apicdn.sanity.io`)
    expect(read?.url.pathname).toBe('/v2025-02-19/data/query/production')
    expect(read?.url.searchParams.get('perspective')).toBe('published')
  })

  it('reads every page without a token or a cookie, and only from the CDN', async () => {
    for (const path of ['/', '/support/faq', '/affiliates', '/sitemap.xml', '/no-such-page']) {
      await fetch(site.url + path, { headers: { cookie: 'mine=1', authorization: 'Bearer mine' } })
    }
    const queries = hosts.requests.filter(isQuery)
    expect(queries.length).toBeGreaterThan(4)
    for (const { method, url, headers } of queries) {
      expect(url.host).toBe(`${projectId}.apicdn.sanity.io`)
      // A query that is too long for a URL is sent by POST, also to the CDN.
      expect(method).toMatch(/^(GET|POST)$/)
      expect(url.searchParams.get('perspective')).toBe('published')
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('cookie')
    }
    // The other requests are for live events, which the CDN does not provide.
    for (const { method, url, headers } of hosts.requests.filter(
      (request) => !isQuery(request) && !request.url.pathname.endsWith('/users/me'),
    )) {
      expect([method, url.host]).toEqual(['GET', `${projectId}.api.sanity.io`])
      expect(url.pathname).toMatch(/\/data\/live\/events\/production$/)
      expect(url.searchParams.has('includeDrafts')).toBe(false)
      expect(headers).not.toHaveProperty('authorization')
    }
    expect(site.lines.filter((line) => line.includes('[MSW]'))).toEqual([])
  })

  it('asks Sanity for the user who reads leads, and rejects tokens of programs', async () => {
    const me = (headers = {}) => fetch(`${site.url}/staff/v1/me`, { headers })
    expect((await me()).status).toBe(401)
    // The stand-in treats this token as a program, not as a user.
    const rejected = await me({ authorization: 'Bearer staff' })
    expect(rejected.status).toBe(401)
    expect(await rejected.json()).toHaveProperty('error')
    const userRequests = hosts.requests.filter(({ url }) => url.pathname.endsWith('/users/me'))
    expect(userRequests).toHaveLength(1)
    expect(userRequests[0]?.url.host).toBe(`${projectId}.api.sanity.io`)
    expect(userRequests[0]?.headers.authorization).toBe('Bearer staff')
  })

  it('does not start an embedded lake', async () => {
    expect(existsSync(join(site.dataDir, 'lake'))).toBe(false)
    expect(existsSync(join(site.dataDir, 'studio-password'))).toBe(false)
    expect((await fetch(`${site.url}/v1/ping`)).status).toBe(404)
    const api = await fetch(`${site.url}/v2025-02-19/data/query/production?query=1`)
    expect(api.status).toBe(404)
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}/v1/events`)
    const status = new Promise((resolve) => {
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
      socket.on('error', () => {})
    })
    expect(await status).toBe(404)
  })
})

describe("while Sanity's hosts are unreachable", () => {
  it('a site starts, is not ready, logs the cause, and recovers automatically', async () => {
    hosts.setUnreachable(true)
    const other = await hosts.startSite()
    try {
      expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
      const ready = await fetch(`${other.url}/readyz`)
      expect(ready.status).toBe(503)
      expect(await ready.json()).toEqual({ status: 'not ready', failing: ['content'] })
      const page = await fetch(`${other.url}/support/faq`)
      expect(page.status).toBeGreaterThanOrEqual(500)
      expect(other.lines.join('\n')).toContain('Content query failed')
      hosts.setUnreachable(false)
      // Readiness is checked at most once a second.
      const readiness = async () => (await fetch(`${other.url}/readyz`)).status
      await until(readiness, (status) => status === 200)
      expect((await fetch(`${other.url}/support/faq`)).status).toBe(200)
      expect(await other.stop()).toBe(0)
    } finally {
      hosts.setUnreachable(false)
      await other.remove()
    }
  })
})
