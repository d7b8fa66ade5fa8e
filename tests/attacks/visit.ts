import { request } from 'node:http'

/** What a visitor got. */
export interface Visit {
  /** 0 when no whole answer came in time. */
  status: number
  body: string
}

interface Wish {
  url: string
  /** Whom the visitor connects as. */
  localAddress: string
  headers?: Record<string, string>
  /** A form that is sent. */
  fields?: Record<string, string>
}

/** By then a visitor has given up, in milliseconds. */
const givesUpMs = 10_000

/** One request on a connection of its own, as somebody's first to the site. Never rejects. */
export function visit({ url, localAddress, headers, fields }: Wish): Promise<Visit> {
  return new Promise((resolve) => {
    const form = fields && String(new URLSearchParams(fields))
    const type = form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }
    const asked = request(url, {
      agent: false,
      localAddress,
      method: form === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...type },
    })
    const tired = setTimeout(() => asked.destroy(), givesUpMs)
    const leave = (status: number, body = '') => {
      clearTimeout(tired)
      resolve({ status, body })
    }
    asked.on('error', () => leave(0))
    asked.on('close', () => leave(0))
    asked.on('response', (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (piece) => {
        body += piece
      })
      answer.on('end', () => leave(answer.statusCode ?? 0, body))
    })
    asked.end(form)
  })
}
