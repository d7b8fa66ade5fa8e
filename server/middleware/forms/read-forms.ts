import type { RequestHandler } from 'express'
import { discardBody, readBody } from '../../remix/request-body.ts'
import { asyncHandler } from '../async-handler.ts'
import { sendErrorPage } from '../error-page.ts'
import type { OnRejected } from './rejected.ts'

/**
 * Reads what is submitted before its request waits for anything else, and throws away what comes with
 * any other: unread, a body in pieces of one byte takes megabytes, and one that drips in would keep a
 * place from others. One that is broken off or has too many pieces is answered at once, which ends it.
 */
export function readForms(onRejected: OnRejected): RequestHandler {
  return asyncHandler(async (request, response, next) => {
    if (request.method !== 'POST') {
      discardBody(request)
      return next()
    }
    const body = await readBody(request, response)
    if (!(body instanceof ReadableStream)) return next()
    onRejected(request, 400)
    sendErrorPage(response, 400, 'This form arrived damaged. Please go back and send it again.')
  })
}
