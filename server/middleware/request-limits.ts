import type { Request, RequestHandler, Response } from 'express'
import type { Connections } from '../connections/connections.ts'
import { sendErrorPage } from './error-page.ts'

/** Takes a request's place; undefined when there is none. */
type Take = (request: Request) => (() => void) | undefined

/**
 * Bounds the requests under way of a network, and owns what may go wrong with a request's or an
 * answer's stream when the client vanishes.
 */
export function limitRequests(connections: Pick<Connections, 'request'>): RequestHandler {
  return (request, response, next) => {
    request.on('error', () => {})
    response.on('error', () => {})
    if (hold(connections.request.bind(connections), request, response)) return next()
    response.set('Retry-After', '5')
    sendErrorPage(
      response,
      429,
      'Too much is asked for from here at once. Please try again in a moment.',
    )
  }
}

/** The pages that are streams of events, however they are spelled: Remix takes any case, and slashes at the end. */
export const streamPaths = /^\/(live-metrics|preview\/changes)\/*$/i

/** Those of the lake. */
const lakeStreamPaths = /^\/v[^/]+\/data\/(listen|live\/events)\/.*$/

/** Whether a path is one of a stream, which goes on for as long as somebody listens. */
function isStream(path: string): boolean {
  return streamPaths.test(path) || lakeStreamPaths.test(path)
}

/** Bounds streams, of a network and of all. */
export function limitStreams(connections: Pick<Connections, 'stream'>): RequestHandler {
  return (request, response, next) => {
    if (!isStream(request.path) || request.method !== 'GET') return next()
    if (hold(connections.stream.bind(connections), request, response)) return next()
    response.set('Retry-After', '60')
    sendErrorPage(response, 503, 'Too many are listening. Please try again later.')
  }
}

function hold(take: Take, request: Request, response: Response): boolean {
  const release = take(request)
  if (release) response.once('close', release)
  return release !== undefined
}
