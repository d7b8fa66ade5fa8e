import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendErrorPage } from 'halvi-site/error-page'

/** Responds to requests while the site starts: at the first start, the office imports the first content. */
export function respondStarting(request: IncomingMessage, response: ServerResponse): void {
  response.on('error', () => {})
  request.on('error', () => {}).resume()
  sendErrorPage(response, 503, 'The site is starting. Please try again in a few seconds.', {
    'Retry-After': '2',
    Connection: 'close',
  })
}
