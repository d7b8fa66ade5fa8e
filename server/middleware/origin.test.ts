import { once } from 'node:events'
import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sameOriginOnly } from './origin.ts'

type Site = { port: number; close(): void }

async function start(trustProxy: number): Promise<Site> {
  const app = express()
  app.set('trust proxy', trustProxy)
  app.use(sameOriginOnly({ siteUrl: 'https://halvi.example', proxies: trustProxy }))
  app.use((request, response) => {
    response.json(request.headers)
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** Sends a request with node:http which, unlike fetch, allows any header. */
async function post({ port }: Site, headers: Record<string, string>, method = 'POST') {
  const request = send({ port, host: '127.0.0.1', method, path: '/waitlist', headers })
  request.end()
  const [response] = await once(request, 'response')
  let body = ''
  for await (const chunk of response) body += chunk
  return { status: response.statusCode as number, type: response.headers['content-type'], body }
}

let direct: Site
let proxied: Site
beforeAll(async () => {
  direct = await start(0)
  proxied = await start(1)
})
afterAll(() => {
  direct.close()
  proxied.close()
})

describe('sameOriginOnly', () => {
  it.each([
    ['the site itself', { origin: 'https://halvi.example' }],
    ['the host the request went to', { origin: 'http://10.0.0.7:8080', host: '10.0.0.7:8080' }],
    ['the same host behind https', { origin: 'https://shop.example', host: 'shop.example' }],
    ['a port written out', { origin: 'http://shop.example', host: 'shop.example:80' }],
    ['an IPv6 host', { origin: 'http://[::1]:3000', host: '[::1]:3000' }],
    ['a client without these headers', {}],
    ['a browser that sends no Origin', { 'sec-fetch-site': 'same-origin' }],
    ['a page without a referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['a navigation by the user', { 'sec-fetch-site': 'none' }],
    ['a page of the site', { referer: 'https://halvi.example/waitlist' }],
  ])('accepts %s', async (_who, headers) => {
    expect((await post(direct, headers)).status).toBe(200)
  })

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page that hides its origin', { origin: 'null' }],
    ['a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain that hides its origin', { origin: 'null', 'sec-fetch-site': 'same-site' }],
    ['a navigation with a hidden origin', { origin: 'null', 'sec-fetch-site': 'none' }],
    [
      'another site with a forged Sec-Fetch-Site',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['an invalid origin', { origin: 'evil' }],
    ['an empty origin', { origin: '' }],
    ['the host at another port', { origin: 'http://10.0.0.7:81', host: '10.0.0.7:8080' }],
    ['a host with the same beginning', { origin: 'https://halvi.example.evil.example' }],
    ['a host with ours as its user name', { origin: 'https://halvi.example@evil.example' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['another site without Origin', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another site', { referer: 'https://evil.example/halvi.example' }],
    ['a forwarded host', { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }],
  ])('rejects %s', async (_who, headers) => {
    const { status, type, body } = await post(direct, headers)
    expect(status).toBe(403)
    expect(type).toMatch('text/html')
    expect(body).not.toMatch(/<script/i)
  })

  it.each([
    [{ origin: 'http://halvi.example', host: 'halvi.example' }],
    [{ origin: 'http://halvi.example', host: '10.0.0.7' }],
    [{ origin: 'ws://halvi.example', host: 'halvi.example' }],
    [{ origin: 'ftp://shop.example', host: 'shop.example' }],
    [{ referer: 'http://halvi.example/waitlist', host: 'halvi.example' }],
  ])('rejects the same host over another protocol: %j', async (headers) => {
    expect((await post(direct, headers as Record<string, string>)).status).toBe(403)
  })

  it('uses the forwarded protocol only of a trusted proxy', async () => {
    const headers = { host: 'preview.example', 'x-forwarded-proto': 'https' }
    const from = async (site: Site, origin: string) =>
      (await post(site, { ...headers, origin })).status
    expect(await from(proxied, 'https://preview.example')).toBe(200)
    expect(await from(proxied, 'http://preview.example')).toBe(403)
    expect(await from(direct, 'http://preview.example')).toBe(200)
  })

  it('uses the forwarded host of a trusted proxy', async () => {
    const headers = { host: 'inside:8080', 'x-forwarded-host': 'preview.example' }
    expect((await post(proxied, { ...headers, origin: 'https://preview.example' })).status).toBe(
      200,
    )
    expect((await post(proxied, { ...headers, origin: 'https://evil.example' })).status).toBe(403)
  })

  it('allows GET requests from any origin', async () => {
    expect((await post(direct, { origin: 'https://evil.example' }, 'GET')).status).toBe(200)
  })

  it('removes headers that Remix would misinterpret', async () => {
    const headers = { origin: 'https://halvi.example', 'x-forwarded-host': 'evil.example:99999' }
    const { status, body } = await post(direct, headers)
    expect(status).toBe(200)
    expect(JSON.parse(body)).not.toHaveProperty('origin')
    expect(JSON.parse(body)).not.toHaveProperty('x-forwarded-host')
  })

  it('rejects an invalid host', async () => {
    expect((await post(proxied, { 'x-forwarded-host': 'a:99999' }, 'GET')).status).toBe(400)
  })
})
