import type { RequestHandler } from 'express'
import { sendErrorPage } from 'halvi-site/error-page'
import type { Connections } from '../connections/connections.ts'

/**
 * Returns a handler that limits concurrent requests per network. Also ignores errors of streams whose client has
 * disconnected.
 */
export function limitRequests(connections: Pick<Connections, 'request'>): RequestHandler {
  return (request, response, next) => {
    request.on('error', () => {})
    response.on('error', () => {})
    const release = connections.request(request)
    if (release) {
      response.once('close', release)
      next()
      return
    }
    const message = 'Too many requests from your network. Please try again in a few seconds.'
    sendErrorPage(response, 429, message, { 'Retry-After': '5' })
  }
}
