import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type EntryContext,
  redirect,
  type ServerBuild,
} from '@remix-run/node'
import express from 'express'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFormPage } from './form-page.ts'

let calls = 0

/** Does as the form says. */
async function action({ request, params }: ActionFunctionArgs) {
  calls++
  const form = await request.formData()
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
}

/** Tells what the page would be made of. */
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

const build = {
  entry: { module: { default: pageOf, handleError: () => {} } },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null, ErrorBoundary: () => null } },
    form: {
      id: 'form',
      parentId: 'root',
      path: 'forms/:name',
      module: {
        default: () => null,
        action,
        headers: ({ actionHeaders }: { actionHeaders: Headers }) => actionHeaders,
      },
    },
    other: { id: 'other', parentId: 'root', path: 'other', module: { default: () => null } },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { v3_singleFetch: true },
  isSpaMode: false,
  mode: 'production',
} as unknown as ServerBuild

let server: Server
beforeAll(async () => {
  const context = () => ({}) as AppLoadContext
  const app = express()
  for (const path of ['/forms/one', '/forms/one.data']) {
    app.post(path, createFormPage(path, build, 'production', context))
  }
  await new Promise<void>((resolve) => {
    server = app.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(() => server.close())

async function send(wish: string, path = '/forms/one') {
  const { port } = server.address() as AddressInfo
  calls = 0
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ wish }),
    redirect: 'manual',
  })
  expect(calls).toBe(1)
  return response
}

it('sends a redirect on as it is', async () => {
  const response = await send('yes')
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/thanks')
  expect(response.headers.get('x-test')).toBe('sent along')
  expect(await response.text()).toBe('')
})

it('has the page made around what the action has said', async () => {
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
])('has the page of a failure made when the action throws: %s', async (wish, status) => {
  const response = await send(wish)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ failed: true })
})

it.each([
  ['yes', 202, '/thanks'],
  ['no', 400, 'said'],
  ['missing', 404, 'missing'],
  ['broken', 500, 'Unexpected Server Error'],
])('answers a script with data: %s', async (wish, status, part) => {
  const response = await send(wish, '/forms/one.data')
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toContain('text/x-script')
  expect(await response.text()).toContain(part)
})

it('refuses to be made for a page that takes no forms', () => {
  for (const path of ['/other', '/nothing']) {
    expect(() => createFormPage(path, build, 'production', () => ({}) as AppLoadContext)).toThrow(
      path,
    )
  }
})
