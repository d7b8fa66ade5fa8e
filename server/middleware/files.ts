import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { RequestHandler } from 'express'
import sirv, { type Options } from 'sirv'

/**
 * Serves the files that a folder had when this was called, and passes on what has gone since: a build
 * beside a running site takes files away. The files that it reads are closed when the client has gone,
 * and what goes wrong with them ends the answer: sirv sees to neither.
 */
export function serveFiles(folder: string, options: Options): RequestHandler {
  const serve = sirv(folder, options)
  return (request, response, next) => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD'
    if (!isAsked || !isThere(folder, request.path)) return next()
    response.once('pipe', (file: Readable) => {
      file.once('error', () => response.destroy())
      response.once('close', () => file.destroy())
    })
    serve(request, response, next)
  }
}

function isThere(folder: string, path: string): boolean {
  try {
    return existsSync(join(folder, decodeURIComponent(path)))
  } catch {
    return false
  }
}
