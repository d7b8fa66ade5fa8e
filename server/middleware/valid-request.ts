import type { RequestHandler } from 'express'
import { hostPattern } from 'halvi-kit/network'
import { isDecodable } from 'halvi-kit/percent-encoding'
import { sendErrorPage } from 'halvi-site/error-page'
import { isOldClientQuery } from '../../app/handler/client-requests.ts'

/** Rejects requests whose Host and path don't form a valid URL, and queries of an outdated client. */
export const wellFormedOnly: RequestHandler = (request, response, next) => {
  const host = request.get('host') ?? ''
  const target = request.originalUrl
  const isAddress =
    hostPattern.test(host) &&
    target.startsWith('/') &&
    URL.canParse(`http://${host}${target}`) &&
    !isOldClientQuery(request.query) &&
    isDecodable(request.path)
  if (isAddress) next()
  else sendErrorPage(response, 400, 'This address is not valid.')
}

/** Rejects methods other than GET, HEAD, and POST. */
export const knownMethodsOnly: RequestHandler = (request, response, next) => {
  if (['GET', 'HEAD', 'POST'].includes(request.method)) return next()
  const message = 'This page does not support the request method.'
  sendErrorPage(response, 405, message, { Allow: 'GET, HEAD, POST' })
}
