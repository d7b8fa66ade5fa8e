import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type EntryContext,
  type LoaderFunctionArgs,
  redirect,
  type ServerBuild,
} from '@remix-run/node'
import express, { type ErrorRequestHandler } from 'express'
import { earlyAction } from 'halvi-leads/submit'
import { english } from 'halvi-site/language/language'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import { readBody } from '../../server/connections/request-body.ts'
import { head, rawClient } from '../../server/connections/testing/raw-client.ts'
import { createSiteHandler } from './handler.ts'
import { sendResponse, webRequest } from './node-adapter.ts'

let calls = 0

/** Returns or throws the result that the form asks for. */
const action = earlyAction(async ({ context, params }: ActionFunctionArgs) => {
  calls++
  const form = new URLSearchParams(String(context.body))
  const headers = { 'X-Test': 'sent along' }
  switch (form.get('wish')) {
    case 'yes':
      return redirect('/thanks', { status: 303, headers })
    case 'no':
      return data({ ...params, said: 'no' }, { status: 400, headers })
    case 'missing':
      throw data({ said: 'missing' }, { status: 404 })
    default:
      throw new Error('Broken')
  }
})

/** Returns the data from which the page would be rendered. */
function pageOf(
  _request: Request,
  status: number,
  headers: Headers,
  { staticHandlerContext }: EntryContext,
) {
  const { actionData, errors, matches } = staticHandlerContext
  const page = { actionData, failed: errors !== null, routes: matches.map(({ route }) => route.id) }
  return Response.json(page, { status, headers })
}

let left = 0
const page = { default: () => null }
const headersOf = ({ actionHeaders }: { actionHeaders: Headers }) => actionHeaders

const build = {
  entry: { module: { default: pageOf, handleError: () => {} } },
  routes: {
    root: { id: 'root', path: '', module: { ...page, ErrorBoundary: () => null } },
    home: { id: 'home', parentId: 'root', index: true, module: page },
    form: {
      id: 'form',
      parentId: 'root',
      path: 'forms/:name',
      module: { ...page, action, headers: headersOf },
    },
    about: { id: 'about', parentId: 'root', path: 'about', module: page },
    team: { id: 'team', parentId: 'about', path: 'team', module: page },
    index: { id: 'index', parentId: 'about', index: true, module: page },
    events: {
      id: 'events',
      parentId: 'root',
      path: 'events',
      module: {
        loader({ request }: LoaderFunctionArgs) {
          request.signal.addEventListener('abort', () => left++)
          const start = (stream: ReadableStreamDefaultController) =>
            stream.enqueue(new TextEncoder().encode('data: first\n\n'))
          const headers = { 'Content-Type': 'text/event-stream' }
          return new Response(new ReadableStream({ start }), { headers })
        },
      },
    },
    any: { id: 'any', parentId: 'root', path: '*', module: page },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { v3_singleFetch: true },
  isSpaMode: false,
  mode: 'production',
} as unknown as ServerBuild

let broken: Error | undefined
const develop = async () => {
  if (broken) throw broken
  return build
}

describe.each([
  ['in production', build],
  ['in development', develop],
])('%s', (_where, given) => {
  let server: Server
  let port: number
  beforeAll(async () => {
    const handle = createSiteHandler(given, 'production')
    const app = express()
    app.all('*', async (req, res, next) => {
      const request = webRequest(`http://${req.headers.host}${req.url}`, req, res)
      const body = req.method === 'POST' ? await readBody(req, res) : undefined
      const context = { language: english, path: req.path, body } as AppLoadContext
      await handle(request, context).then((page) => sendResponse(page, res), next)
    })
    const failed: ErrorRequestHandler = (error, _req, res, _next) =>
      res.status(500).send(`${error}`)
    app.use(failed)
    await new Promise<void>((resolve) => {
      server = app.listen(0, '127.0.0.1', resolve)
    })
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)

  async function send(wish: string, path = '/forms/one') {
    calls = 0
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ wish }),
      redirect: 'manual',
    })
    expect(calls).toBe(1)
    return response
  }

  it('sends the redirect of an action', async () => {
    const response = await send('yes')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/thanks')
    expect(response.headers.get('x-test')).toBe('sent along')
    expect(await response.text()).toBe('')
  })

  it('renders the page with the result of the action', async () => {
    const response = await send('no')
    expect(response.status).toBe(400)
    expect(response.headers.get('x-test')).toBe('sent along')
    expect(await response.json()).toEqual({
      actionData: { form: { name: 'one', said: 'no' } },
      failed: false,
      routes: ['root', 'form'],
    })
  })

  it.each([
    ['missing', 404],
    ['broken', 500],
  ])('renders the error page when the action throws: %s', async (wish, status) => {
    const response = await send(wish)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ failed: true })
  })

  it.each([
    ['yes', 202, '/thanks'],
    ['no', 400, 'said'],
    ['missing', 404, 'missing'],
    ['broken', 500, 'Unexpected Server Error'],
  ])('returns data to the client of Remix: %s', async (wish, status, part) => {
    const response = await send(wish, '/forms/one.data')
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('text/x-script')
    expect(await response.text()).toContain(part)
  })

  it.each([
    ['/', ['root', 'home']],
    ['/?q=a', ['root', 'home']],
    ['/forms/two', ['root', 'form']],
    ['/FORMS/two/', ['root', 'form']],
    ['/about', ['root', 'about', 'index']],
    ['/about/team', ['root', 'about', 'team']],
    ['/nothing/there', ['root', 'any']],
  ])('renders %s with its route and the parents of that route', async (path, routes) => {
    expect(await (await ask(path)).json()).toMatchObject({ routes })
  })

  it('sends events immediately and aborts the signal when the client disconnects', async () => {
    left = 0
    const client = rawClient(port, head('GET /events HTTP/1.1'))
    await client.receives(/data: first/)
    client.socket.destroy()
    await until(() => expect(left).toBeGreaterThan(0))
  })
})

it('throws the error when the routes cannot be loaded', async () => {
  broken = new Error('A mistake in a file')
  const handle = createSiteHandler(develop, 'development')
  const asked = () =>
    handle(new Request('http://halvi.test/about'), {
      ...{ language: english, path: '/about' },
    } as AppLoadContext)
  await expect(asked()).rejects.toThrow('A mistake in a file')
  broken = undefined
  expect((await asked()).status).toBe(200)
})
