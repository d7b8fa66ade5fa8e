import { readCurrentJson } from '../http/body.ts'
import type { ApiExchange, Route } from '../http/router.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

const BODY_BYTES = 256 * 1024

/** Returns the endpoints for webhooks: https://www.sanity.io/docs/http-reference/webhooks */
export function hookRoutes(webhooks: Webhooks, projectId: string): Route[] {
  const base = `hooks/projects/${projectId}`
  const idOf = ({ segments }: ApiExchange) => segments[3] ?? ''
  const route = (
    method: Route['methods'][number],
    path: string,
    handle: Route['handle'],
  ): Route => ({
    ...{ methods: [method], path: base + path, handle, needs: 'people' },
  })
  const body = (exchange: ApiExchange) => readCurrentJson(exchange, BODY_BYTES)
  return [
    route('GET', '', () => webhooks.list()),
    route('POST', '', async (exchange) =>
      webhooks.create(await body(exchange), exchange.user?.id ?? ''),
    ),
    route('GET', '/attempts/*', ({ segments }) => webhooks.attempt(segments[4] ?? '')),
    route('GET', '/*', (exchange) => webhooks.get(idOf(exchange))),
    route('PATCH', '/*', async (exchange) => webhooks.update(idOf(exchange), await body(exchange))),
    route('DELETE', '/*', (exchange) => {
      webhooks.delete(idOf(exchange))
      return { deleted: true }
    }),
    route('GET', '/*/messages', (exchange) =>
      webhooks.deliveries(idOf(exchange)).messages.toReversed(),
    ),
    route('GET', '/*/attempts', (exchange) =>
      webhooks.deliveries(idOf(exchange)).attempts.toReversed(),
    ),
  ]
}
