import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { RequestHandler } from 'express'
import sirv, { type Options } from 'sirv'

/**
 * Returns a handler that serves the files of a folder that existed at the start. Passes requests for files that were
 * deleted since to the next handler. Also closes a file when the client disconnects or reading fails, which sirv does
 * not do.
 */
export function serveFiles(folder: string, options: Options): RequestHandler {
  const serve = sirv(folder, options)
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !fileExists(folder, request.path)) return next()
    response.once('pipe', (file: Readable) => {
      file.once('error', () => response.destroy())
      response.once('close', () => file.destroy())
    })
    serve(request, response, next)
  }
}

function fileExists(folder: string, path: string): boolean {
  try {
    return existsSync(join(folder, decodeURIComponent(path)))
  } catch {
    return false
  }
}
