import type { LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '../route-handle.ts'
import { loader as affiliates } from './affiliates.($mode).tsx'

export { default, meta } from './affiliates.($mode).tsx'

// The page of a programme as the others are, but for its countdown, which ages.
export const handle: RouteHandle = { parts: ['islands'], cache: { seconds: 10 } }

export const loader = (args: LoaderFunctionArgs) =>
  affiliates({ ...args, params: { mode: 'challenge' } })
