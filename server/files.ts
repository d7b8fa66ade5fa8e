import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import sirv, { type Options } from 'sirv'

/**
 * Serves the files that a folder had when this was called, and passes on what has gone since. A
 * build beside a running site takes files away, and sirv would end the process when asked for one.
 */
export function serveFiles(folder: string, options: Options): RequestHandler {
  const serve = sirv(folder, options)
  return (request, response, next) => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD'
    if (isAsked && isThere(folder, request.path)) serve(request, response, next)
    else next()
  }
}

function isThere(folder: string, path: string): boolean {
  try {
    return existsSync(join(folder, decodeURIComponent(path)))
  } catch {
    return false
  }
}
