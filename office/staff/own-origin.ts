import type { RequestHandler } from 'express'
import { officeHeaders } from 'halvi-site/office-protocol'
import { ProblemError } from './problem.ts'

/**
 * Accepts only requests from pages of this site. The site has decided where a request comes from. A request that changes
 * data must say so; one that reads need not.
 */
export const ownOriginOnly: RequestHandler = ({ method, headers }, _response, next) => {
  const origin = headers[officeHeaders.origin]
  const reads = method === 'GET' || method === 'HEAD'
  if (origin === 'own' || (reads && origin === 'unknown')) return next()
  throw new ProblemError(403, 'Only pages of this site may send this request')
}
