import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'

/** `ping` and `data/ping`: the lake is there. */
export function pingRoutes(name: string): Route[] {
  const handle: Route['handle'] = ({ response }) => sendJson(response, 200, { PONG: true })
  return [
    { methods: ['GET'], path: 'ping', anonymous: 'always', handle },
    { methods: ['GET'], path: `data/ping/${name}`, anonymous: 'always', handle },
  ]
}
