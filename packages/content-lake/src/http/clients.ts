import type { IncomingMessage } from 'node:http'
import { networkOf } from 'halvi-kit/network'
import type { EvaluatorClient } from '../evaluation/evaluator.ts'
import type { LoginOptions } from '../login/login.ts'
import type { ApiExchange } from './router.ts'

type Addresses = Pick<LoginOptions, 'addressOf'> | undefined

/** Returns a function that returns the network of a request's client. */
export function networkOfRequests(addresses: Addresses) {
  return (request: IncomingMessage): string =>
    networkOf(addresses?.addressOf?.(request) ?? request.socket.remoteAddress ?? '')
}

/**
 * Returns a function that returns the client of a request, by which its queries are limited. If all clients are
 * trusted, none is treated as anonymous.
 */
export function evaluatorClients(addresses: Addresses, trustsAll = false) {
  const networkOfRequest = networkOfRequests(addresses)
  return ({ request, authContext, isReader }: ApiExchange): EvaluatorClient => {
    const caller = isReader ? 'reader' : (authContext?.session?.id ?? authContext?.user.id ?? '')
    const isAnonymous = caller === ''
    return {
      name: isAnonymous ? networkOfRequest(request) : caller,
      isAnonymous: isAnonymous && !trustsAll,
    }
  }
}
