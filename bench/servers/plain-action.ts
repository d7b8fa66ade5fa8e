// A plain Remix action behind Express that reads a form and stores nothing. It is a lower bound for the cost of a
// submission.
import type { AddressInfo } from 'node:net'
import { createRequestHandler } from '@remix-run/express'
import { type ActionFunctionArgs, redirect, type ServerBuild } from '@remix-run/node'
import express from 'express'

const nothing = () => null
async function action({ request }: ActionFunctionArgs) {
  await request.formData()
  return redirect('/confirmation', 303)
}

const root = { id: 'root', path: '', module: { default: nothing } }
const waitlist = { id: 'waitlist', parentId: 'root', path: 'waitlist' }
const build = {
  entry: { module: { default: () => new Response() } },
  routes: { root, waitlist: { ...waitlist, module: { default: nothing, action } } },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { v3_singleFetch: true },
  isSpaMode: false,
  mode: 'production',
} as unknown as ServerBuild

const server = express()
  .all('*', createRequestHandler({ build, mode: 'production' }))
  .listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
