import type { Request, RequestHandler, Response } from 'express'
import type { Connections } from '../connections/connections.ts'
import { sendErrorPage } from './error-page.ts'

/**
 * Returns a handler that limits concurrent requests per network. Also ignores errors of streams whose client has
 * disconnected.
 */
export function limitRequests(connections: Pick<Connections, 'request'>): RequestHandler {
  return (request, response, next) => {
    request.on('error', () => {})
    response.on('error', () => {})
    if (hold(connections.request(request), response)) return next()
    const message = 'Too many requests from your network. Please try again in a few seconds.'
    sendErrorPage(response, 429, message, { 'Retry-After': '5' })
  }
}

/** Returns a handler that limits concurrent streams, per network and overall. */
export function limitStreams(
  connections: Pick<Connections, 'stream'>,
  isStream: (request: Request) => boolean,
): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' || !isStream(request)) return next()
    if (hold(connections.stream(request), response)) return next()
    const message = 'Too many connections for live updates. Please try again later.'
    sendErrorPage(response, 503, message, { 'Retry-After': '60' })
  }
}

/** Releases a slot at the end of the response. Returns false if there is no slot. */
function hold(release: (() => void) | undefined, response: Response): boolean {
  if (release) response.once('close', release)
  return release !== undefined
}
