import { request } from 'node:http'

/** The response that a visitor gets. */
export interface Visit {
  /** 0 if no complete response arrived before the timeout. */
  status: number
  body: string
}

interface VisitOptions {
  url: string
  /** Source address of the visitor. */
  localAddress: string
  headers?: Record<string, string>
  /** Form fields to submit. */
  fields?: Record<string, string>
}

/** Timeout of a visit. */
const timeoutMs = 10_000

/** Sends one request on a new connection, like a first-time visitor. Never rejects. */
export function visit({ url, localAddress, headers, fields }: VisitOptions): Promise<Visit> {
  return new Promise((resolve) => {
    const form = fields && String(new URLSearchParams(fields))
    const type = form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }
    const outgoing = request(url, {
      agent: false,
      localAddress,
      method: form === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...type },
    })
    const timer = setTimeout(() => outgoing.destroy(), timeoutMs)
    const finish = (status: number, body = '') => {
      clearTimeout(timer)
      resolve({ status, body })
    }
    outgoing.on('error', () => finish(0))
    outgoing.on('close', () => finish(0))
    outgoing.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (piece) => {
        body += piece
      })
      response.on('end', () => finish(response.statusCode ?? 0, body))
    })
    outgoing.end(form)
  })
}
