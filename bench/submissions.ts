import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

/** How many applications, how fast. */
interface Load {
  connections: number
  amount?: number
  /** A second. */
  overallRate?: number
  /** Seconds. */
  duration?: number
  /** Each seems to come from an address of its own. */
  manyAddresses?: boolean
}

/** How a load has fared: times in milliseconds, and how many were taken in a second. */
interface Fared {
  latency: { p50: number; p99: number }
  rate: number
}

let sent = 0

const application = (number: number | string) =>
  `name=Amina+${number}&social_handle=%40amina&email=amina.${number}%40example.com` +
  '&interests=openStore&interests=shopOnHalvi&custom_interest=A+halal+food+truck+near+me'

const headers = { 'content-type': 'application/x-www-form-urlencoded' }

/** Sends waitlist applications. @throws when one of them was not taken */
export async function submit(url: string, { manyAddresses, ...load }: Load): Promise<Fared> {
  const result = await autocannon({
    url,
    ...load,
    requests: [
      {
        method: 'POST',
        path: '/waitlist',
        setupRequest(request) {
          const number = sent++
          const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
          return {
            ...request,
            body: application(number),
            headers: manyAddresses ? { ...headers, 'x-forwarded-for': address } : headers,
          }
        },
      },
    ],
  })
  const taken = result.statusCodeStats?.['303']?.count ?? 0
  if (taken < result.requests.total || result.errors > 0) {
    const failed = { ...result.statusCodeStats, errors: result.errors }
    throw new Error(`Not all were taken: ${JSON.stringify(failed)}`)
  }
  return { latency: result.latency, rate: Math.round(taken / result.duration) }
}

/** Floods from one address, in a process of its own. Resolves to the answers a second. */
export async function flood(url: string, seconds: number): Promise<number> {
  const program = createRequire(import.meta.url).resolve('autocannon')
  const options = ['--json', '-c', '16', '-d', String(seconds), '-m', 'POST']
  const sender = [
    '-H',
    `content-type=${headers['content-type']}`,
    '-H',
    'x-forwarded-for=192.0.2.1',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    ...options,
    ...sender,
    ...['-b', application('flood'), `${url}/waitlist`],
  ])
  return Math.round(JSON.parse(stdout).requests.average)
}
