import { type Agent, type RequestOptions, request } from 'node:http'

interface Visit extends RequestOptions {
  url: string
  agent: Agent
  body?: string
  /** The expected status. */
  status: number
}

/** Sends one request and reads the whole response. @throws Error if the response has another status */
export function visit({ url, body, status, ...options }: Visit): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      if (response.statusCode !== status) {
        reject(new Error(`${url} returned ${response.statusCode}`))
      }
      response.resume().once('end', resolve)
    })
    sent.once('error', reject).end(body)
  })
}
