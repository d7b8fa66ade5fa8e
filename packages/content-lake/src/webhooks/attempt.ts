import { createHmac, randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPublic, lookupAllowed, NotPublicError } from 'halvi-kit/network'
import type { Webhook } from './webhook.ts'

/** A request to the URL of a webhook, as the log shows it. */
export interface Attempt {
  id: string
  projectId: string
  hookId: string
  messageId: string
  createdAt: string
  /** Milliseconds until the response, or until it failed. */
  duration: number
  inProgress: boolean
  isFailure: boolean
  failureReason: 'http' | 'network' | 'timeout' | 'other' | null
  /** The response's status. */
  resultCode: number | null
  /** The beginning of the response's body, or the reason of the failure. */
  resultBody: string
}

/** A payload with the headers that describe its change. */
export interface HookMessage {
  id: string
  payload: string
  headers: Record<string, string>
}

interface AttemptOptions {
  timeoutMs: number
  /** Whether the URL may lead to this machine or to a private network. */
  allowsLocal: boolean
  signal: AbortSignal
}

const MAX_RESULT_BYTES = 1000

/** Sends a message to a webhook's URL once, without following redirects. Resolves to the attempt, also if it fails. */
export async function attemptDelivery(
  { id: hookId, projectId, url, httpMethod: method, headers, secret }: Webhook,
  message: HookMessage,
  { timeoutMs, allowsLocal, signal }: AttemptOptions,
): Promise<Attempt> {
  const start = Date.now()
  const signature = secret && {
    'Sanity-Webhook-Signature': signatureOf(message.payload, start, secret),
  }
  const outcome = await new Promise<Pick<Attempt, 'failureReason' | 'resultCode' | 'resultBody'>>(
    (resolve) => {
      const { protocol, hostname } = new URL(url)
      const fail = (error: Error) => {
        const isTimeout = error.name === 'TimeoutError'
        const isForbidden = error instanceof NotPublicError
        const failureReason = isForbidden ? 'other' : isTimeout ? 'timeout' : 'network'
        resolve({ failureReason, resultCode: null, resultBody: error.message })
      }
      const literal = hostname.replace(/^\[|\]$/g, '')
      if (!allowsLocal && isIP(literal) && !isElsewhere(literal))
        return fail(new NotPublicError(`${literal} is not public`))
      const request = (protocol === 'https:' ? httpsRequest : httpRequest)(url, {
        method,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        // One connection for each attempt, so that none is left open.
        agent: false,
        ...(!allowsLocal && { lookup: lookupAllowed(isElsewhere) }),
        headers: {
          ...{ 'User-Agent': 'Sanity.io webhook delivery', ...headers, ...message.headers },
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(message.payload),
          ...signature,
        },
      })
      request.on('error', (error) => fail((error.cause as Error | undefined) ?? error))
      request.on('response', (response) => {
        const { statusCode = 0 } = response
        const failureReason = statusCode >= 200 && statusCode < 300 ? null : 'http'
        beginningOf(response).then((resultBody) => {
          request.destroy()
          resolve({ failureReason, resultCode: statusCode, resultBody })
        }, fail)
      })
      request.end(message.payload)
    },
  )
  return {
    ...{ id: randomUUID(), projectId, hookId, messageId: message.id, ...outcome },
    createdAt: new Date(start).toISOString(),
    duration: Date.now() - start,
    inProgress: false,
    isFailure: outcome.failureReason !== null,
  }
}

/** Returns whether an IP address belongs neither to this machine nor to a private network. */
function isElsewhere(address: string): boolean {
  const own = Object.values(networkInterfaces()).flat()
  return isPublic(address) && !own.some((one) => one?.address === address)
}

/** Returns the value of the header that `@sanity/webhook` checks. */
function signatureOf(payload: string, timestamp: number, secret: string): string {
  const hmac = createHmac('sha256', secret).update(`${timestamp}.${payload}`)
  return `t=${timestamp},v1=${hmac.digest('base64url')}`
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MAX_RESULT_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, MAX_RESULT_BYTES)
}
