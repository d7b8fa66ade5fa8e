import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { RequestHandler } from 'express'
import sirv, { type Options } from 'sirv'

/**
 * Serves the files that a folder had at the start, and passes on those that a build has removed since.
 * sirv neither closes a file when the client leaves nor handles its errors.
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
