import type { RequestHandler } from 'express'
import { isDecodable } from 'halvi-runtime/percent-encoding'
import { sendErrorPage } from './error-page.ts'
import { hostPattern } from './origin.ts'

/** Rejects a Host and path that make no URL, and `_data`, which Remix answers and logs as an error. */
export const wellFormedOnly: RequestHandler = (request, response, next) => {
  const host = request.get('host') ?? ''
  const target = request.originalUrl
  const isAddress =
    hostPattern.test(host) &&
    target.startsWith('/') &&
    URL.canParse(`http://${host}${target}`) &&
    !('_data' in request.query) &&
    isDecodable(request.path)
  if (isAddress) next()
  else sendErrorPage(response, 400, 'This address could not be understood.')
}

/** Pages are read, and forms submitted. */
export const knownMethodsOnly: RequestHandler = (request, response, next) => {
  if (['GET', 'HEAD', 'POST'].includes(request.method)) return next()
  const message = 'This page can be read and, where it has a form, submitted.'
  sendErrorPage(response, 405, message, { Allow: 'GET, HEAD, POST' })
}
