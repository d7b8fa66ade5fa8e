import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { reasonOf } from 'halvi-runtime/reason'
import { type Finding, fail, ok, warn } from './finding.ts'

/** A certificate that ends within so many days should have been renewed: Let's Encrypt's clients do at 30. */
const renewedDays = 14

const dayMs = 86_400_000

/** An address that takes connections, or why not. */
export type Reached = { error: string } | { certificate?: Certificate }

interface Certificate {
  /** Whole days until it ends; negative when it has. */
  daysLeft: number
  /** What a client that checks it would say; absent when it is good. */
  problem?: string
}

/** Connects, greets by TLS where the address has https, and leaves without asking anything. */
export async function reach(address: string, signal: AbortSignal): Promise<Reached> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol === 'https:'
  const options = { host, port: Number(port) || (isTls ? 443 : 80), timeout: 5_000 }
  return new Promise((resolve) => {
    const socket: Socket = isTls
      ? // Taken as it is, to say what is wrong with it; nothing is sent.
        connectTls({ ...options, servername: nameOf(host), rejectUnauthorized: false })
      : connectPlain(options)
    const end = (reached: Reached) => {
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      resolve(reached)
    }
    const onAbort = () => end({ error: 'no answer in time' })
    signal.addEventListener('abort', onAbort)
    socket.once('timeout', () => end({ error: 'no answer within 5 s' }))
    // It may fail once more while it is ended.
    socket.on('error', (error) => end({ error: reasonOf(error) }))
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      end(isTls ? { certificate: certificateOf(socket as TLSSocket) } : {})
    })
  })
}

/** What is wrong with a certificate, or for how long it is good. */
export function judge(certificate: Certificate, whose: string): Finding {
  const { daysLeft, problem } = certificate
  if (daysLeft < 0) {
    return fail(`the certificate of ${whose} ended ${-daysLeft} days ago`, 'renew it')
  }
  if (problem !== undefined) {
    const todo = 'have one made for this name by an authority that others know'
    return fail(`the certificate of ${whose} is not believed: ${problem}`, todo)
  }
  const found = `the certificate of ${whose} is good for ${daysLeft} days`
  if (daysLeft >= renewedDays) return ok(found)
  return warn(found, 'see why it was not renewed: the log of the proxy says so')
}

/** An address has no name to be asked for. */
function nameOf(host: string): string {
  return /^[\d.]+$|:/.test(host) ? '' : host
}

function certificateOf(socket: TLSSocket): Certificate {
  const { valid_to } = socket.getPeerCertificate()
  const daysLeft = Math.floor((Date.parse(valid_to) - Date.now()) / dayMs)
  if (socket.authorized) return { daysLeft }
  const error: unknown = socket.authorizationError
  return { daysLeft, problem: error instanceof Error ? reasonOf(error) : String(error) }
}
