import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { LANDING_QUERY } from '../../app/content/queries/home.ts'
import { LEGAL_QUERY } from '../../app/content/queries/support.ts'
import type { RunningSite } from '../running-site.ts'
import { type AskedRequest, projectId, startHosts } from './hosted-site.ts'

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

const isQuery = ({ url }: AskedRequest) => url.pathname.includes('/data/query/')
const messages = () => site.lines.map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a site with a hosted project', () => {
  it('asks its CDN for what is published, and shows it', async () => {
    expect((await fetch(`${site.url}/`)).status).toBe(200)
    const pictures = await (await fetch(`${site.url}/index`)).text()
    expect(pictures).toContain('src="https://cdn.sanity.io/images/')

    const landing = hosts.asked.find(({ url }) => url.searchParams.get('query') === LANDING_QUERY)
    expect(landing).toMatchObject({ method: 'GET' })
    expect(landing?.url.host).toBe(`${projectId}.apicdn.sanity.io`)
    expect(landing?.url.pathname).toBe('/v2025-02-19/data/query/production')
    expect(landing?.url.searchParams.get('perspective')).toBe('published')
  })

  it('hands over parameters as JSON', async () => {
    expect((await fetch(`${site.url}/support/terms`)).status).toBe(200)
    const legal = hosts.asked.find(({ url }) => url.searchParams.get('query') === LEGAL_QUERY)
    expect(legal?.url.searchParams.get('$slug')).toBe('"terms"')
  })

  it('reads every page without a token or a cookie, and from no other host', async () => {
    for (const path of ['/', '/support/faq', '/affiliates', '/sitemap.xml', '/no-such-page']) {
      await fetch(site.url + path, { headers: { cookie: 'mine=1', authorization: 'Bearer mine' } })
    }
    const queries = hosts.asked.filter(isQuery)
    expect(queries.length).toBeGreaterThan(4)
    for (const { method, url, headers } of queries) {
      expect(url.host).toBe(`${projectId}.apicdn.sanity.io`)
      // What is too long for an address is posted, to the CDN all the same.
      expect(method).toMatch(/^(GET|POST)$/)
      expect(url.searchParams.get('perspective')).toBe('published')
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('cookie')
    }
    // What is no query is the stream of live events, which the CDN does not have.
    for (const { method, url, headers } of hosts.asked.filter(
      (request) => !isQuery(request) && !request.url.pathname.endsWith('/users/me'),
    )) {
      expect([method, url.host]).toEqual(['GET', `${projectId}.api.sanity.io`])
      expect(url.pathname).toMatch(/\/data\/live\/events\/production$/)
      expect(url.searchParams.has('includeDrafts')).toBe(false)
      expect(headers).not.toHaveProperty('authorization')
    }
    expect(site.lines.filter((line) => line.includes('[MSW]'))).toEqual([])
  })

  it('asks Sanity who wants to see leads, and lets no program see them', async () => {
    const me = (headers = {}) => fetch(`${site.url}/staff/v1/me`, { headers })
    expect((await me()).status).toBe(401)
    // The token of the stand-in, which is a program's there.
    const refused = await me({ authorization: 'Bearer staff' })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toHaveProperty('error')
    const asked = hosts.asked.filter(({ url }) => url.pathname.endsWith('/users/me'))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.url.host).toBe(`${projectId}.api.sanity.io`)
    expect(asked[0]?.headers.authorization).toBe('Bearer staff')
  })

  it('starts no lake of its own', async () => {
    expect(existsSync(join(site.dataDir, 'lake'))).toBe(false)
    expect(existsSync(join(site.dataDir, 'studio-password'))).toBe(false)
    expect((await fetch(`${site.url}/v1/ping`)).status).toBe(404)
    const api = await fetch(`${site.url}/v2025-02-19/data/query/production?query=1`)
    expect(api.status).toBe(404)
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}/v1/events`)
    const refused = new Promise((resolve) => {
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
      socket.on('error', () => {})
    })
    expect(await refused).toBe(404)
  })

  it('says where its content and its Studio are', () => {
    expect(messages()).toContainEqual(
      expect.objectContaining({
        msg: `content https://${projectId}.api.sanity.io`,
        dataset: 'production',
      }),
    )
    const studio = messages().find(({ msg }) => msg === `Studio ${site.url}/studio`)
    expect(studio).toHaveProperty('allowOrigin', site.url)
    expect(studio).not.toHaveProperty('signIn')
  })
})

describe("while Sanity's hosts are away", () => {
  it('a site starts all the same, is not ready, says why, and recovers by itself', async () => {
    hosts.setAway(true)
    const other = await hosts.startSite()
    try {
      expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
      const ready = await fetch(`${other.url}/readyz`)
      expect(ready.status).toBe(503)
      expect(await ready.json()).toEqual({ status: 'not ready', failing: ['content'] })
      const page = await fetch(`${other.url}/support/faq`)
      expect(page.status).toBeGreaterThanOrEqual(500)
      expect(other.lines.join('\n')).toContain('The content API did not answer')
      hosts.setAway(false)
      // It is checked once a second at most.
      const readiness = async () => (await fetch(`${other.url}/readyz`)).status
      await expect.poll(readiness, { timeout: 10_000 }).toBe(200)
      expect((await fetch(`${other.url}/support/faq`)).status).toBe(200)
      expect(await other.stop()).toBe(0)
    } finally {
      hosts.setAway(false)
      await other.remove()
    }
  })
})
