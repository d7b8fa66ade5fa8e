import type { Request, RequestHandler, Response } from 'express'
import type { Connections } from '../connections/connections.ts'
import { sendErrorPage } from './error-page.ts'

/** Takes a slot for a request. Returns a function that releases it, or undefined if no slot is free. */
type Take = (request: Request) => (() => void) | undefined

/**
 * Returns a handler that limits concurrent requests per network. Also ignores errors of streams whose client has
 * disconnected.
 */
export function limitRequests(connections: Pick<Connections, 'request'>): RequestHandler {
  return (request, response, next) => {
    request.on('error', () => {})
    response.on('error', () => {})
    if (hold(connections.request.bind(connections), request, response)) return next()
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
    if (hold(connections.stream.bind(connections), request, response)) return next()
    const message = 'Too many connections for live updates. Please try again later.'
    sendErrorPage(response, 503, message, { 'Retry-After': '60' })
  }
}

function hold(take: Take, request: Request, response: Response): boolean {
  const release = take(request)
  if (release) response.once('close', release)
  return release !== undefined
}
