import type { Request, RequestHandler, Response } from 'express'
import type { Connections } from '../connections/connections.ts'
import { sendErrorPage } from './error-page.ts'

/** Takes a request's place; undefined when there is none. */
type Take = (request: Request) => (() => void) | undefined

/** Bounds a network's requests under way. Errors of streams whose client has gone end here. */
export function limitRequests(connections: Pick<Connections, 'request'>): RequestHandler {
  return (request, response, next) => {
    request.on('error', () => {})
    response.on('error', () => {})
    if (hold(connections.request.bind(connections), request, response)) return next()
    const message = 'Too much is asked for from here at once. Please try again in a moment.'
    sendErrorPage(response, 429, message, { 'Retry-After': '5' })
  }
}

/** Bounds streams, of a network and of all. */
export function limitStreams(
  connections: Pick<Connections, 'stream'>,
  isStream: (request: Request) => boolean,
): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'GET' || !isStream(request)) return next()
    if (hold(connections.stream.bind(connections), request, response)) return next()
    const message = 'Too many are listening. Please try again later.'
    sendErrorPage(response, 503, message, { 'Retry-After': '60' })
  }
}

function hold(take: Take, request: Request, response: Response): boolean {
  const release = take(request)
  if (release) response.once('close', release)
  return release !== undefined
}
