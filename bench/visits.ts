import { type Agent, type RequestOptions, request } from 'node:http'

interface Visit extends RequestOptions {
  url: string
  agent: Agent
  body?: string
  /** Any other answer is an error. */
  status: number
}

/** Sends one request and reads the answer to its end. @throws when it has another status */
export function visit({ url, body, status, ...options }: Visit): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      if (response.statusCode !== status) {
        reject(new Error(`${url} answered ${response.statusCode}`))
      }
      response.resume().once('end', resolve)
    })
    sent.once('error', reject).end(body)
  })
}
