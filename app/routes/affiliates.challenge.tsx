import type { LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '../route-handle.ts'
import { loader as affiliates } from './affiliates.($mode).tsx'

export { default, meta } from './affiliates.($mode).tsx'

// The same page as for other programs, but cached for a shorter time because of its countdown.
export const handle: RouteHandle = { scripts: ['islands'], cache: { seconds: 10 } }

export const loader = (args: LoaderFunctionArgs) =>
  affiliates({ ...args, params: { mode: 'challenge' } })
