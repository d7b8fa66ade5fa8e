import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { createLeads, type Leads, type RateLimit } from 'halvi-leads'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEndpoint, type TestEndpoint } from '../../packages/leads/testing/test-endpoint.ts'
import * as entry from '../entry.server.tsx'
import * as waitlist from './waitlist.tsx'

const manifest = { hasLoader: true, hasAction: true, hasErrorBoundary: false, module: '' }

/** Handles requests with Remix's request handler and only this route. */
const handle = createRequestHandler(
  {
    entry: { module: entry },
    routes: {
      root: { id: 'root', path: '', module: { default: () => <Outlet /> } },
      waitlist: { id: 'waitlist', parentId: 'root', path: 'waitlist', module: waitlist },
    },
    assets: {
      entry: { imports: [], module: '' },
      routes: {
        root: { ...manifest, id: 'root', path: '', hasLoader: false, hasAction: false },
        waitlist: { ...manifest, id: 'waitlist', parentId: 'root', path: 'waitlist' },
      },
      url: '',
      version: '',
    },
    future: { v3_singleFetch: true },
    mode: 'production',
    publicPath: '/',
    assetsBuildDirectory: '',
    isSpaMode: false,
  } as unknown as ServerBuild,
  'production',
)

let dataDir: string
let endpoint: TestEndpoint
let leads: Leads
const log = pino({ level: 'silent' })

async function open(rateLimit: RateLimit) {
  leads = await createLeads({ dataDir, endpointUrl: endpoint.url, rateLimit, log })
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'waitlist-'))
  endpoint = await startEndpoint()
  await open('off')
})
afterEach(async () => {
  await leads.close()
  await endpoint.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** An empty content source: the form must work without content. */
const content = { fetch: async () => null }

async function request(path: string, fields?: Record<string, string>) {
  const init = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const context = { leads, content, log, clientNetwork: '192.0.2.1' } as unknown as AppLoadContext
  const response = await handle(new Request(`http://halvi.test${path}`, init), context)
  const body = await response.text()
  const tag = (start: string) => new RegExp(`<[^>]*${start}[^>]*>`).exec(body)?.[0] ?? ''
  return { response, body, tag }
}

const valid = { name: 'Amina', email: 'amina@example.com', interests: 'shopOnHalvi' }

describe('the page', () => {
  it('has every documented field, and no validation in the browser', async () => {
    const { response, body, tag } = await request('/waitlist')
    expect(response.status).toBe(200)
    for (const name of ['name', 'social_handle', 'email', 'custom_interest']) {
      expect(tag(`name="${name}"`)).not.toBe('')
    }
    expect(body.match(/name="interests"/g)).toHaveLength(5)
    expect(tag('name="email"')).toContain('type="email"')
    expect(tag('id="waitlist"')).toMatch(/\snovalidate/i)
    expect(tag('name="name"')).toContain('required')
    expect(tag('name="social_handle"')).not.toContain('required')
    expect(body).not.toContain('role="alert"')
  })
})

describe('a submission without JavaScript', () => {
  it('with an error returns the form with the error and all entered values', async () => {
    const hostile = '"><script>alert(1)</script>'
    const { response, body, tag } = await request('/waitlist', {
      ...valid,
      email: '',
      social_handle: hostile,
      custom_interest: `</textarea>${hostile}`,
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(body.match(/role="alert"/g)).toHaveLength(1)
    const [, messageId = 'none'] = /aria-describedby="([^"]+)"/.exec(tag('name="email"')) ?? []
    expect(tag(`id="${messageId}"`)).not.toBe('')
    expect(tag('name="email"')).toMatch(/aria-invalid="true".*autofocus/)
    expect(body.match(/aria-invalid/g)).toHaveLength(1)
    expect(body.match(/autofocus/g)).toHaveLength(1)
    expect(tag('name="name"')).toContain('value="Amina"')
    expect(tag('value="shopOnHalvi"')).toContain('checked')
    expect(tag('value="openStore"')).not.toContain('checked')
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&lt;/textarea&gt;')
  })

  it('without values returns the form with a link to each error', async () => {
    const { body } = await request('/waitlist', {})
    const targets = Array.from(body.matchAll(/href="#([^"]+)"/g), ([, id = '']) => id)
    const names = targets.map((id) =>
      /\sname="(\w+)"/.exec(new RegExp(`<[^>]*\\sid="${id}"[^>]*>`).exec(body)?.[0] ?? ''),
    )
    expect(names.map((match) => match?.[1])).toEqual(['name', 'email', 'interests'])
    expect(body.match(/autofocus/g)).toHaveLength(1)
  })

  it('without an interest marks the whole group as invalid', async () => {
    const { body, tag } = await request('/waitlist', { ...valid, interests: '' })
    expect(body.match(/aria-invalid="true"/g)).toHaveLength(5)
    expect(tag('value="openStore"')).toContain('autofocus')
  })
})
