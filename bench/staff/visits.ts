import type { IncomingMessage } from 'node:http'
import { VisitCounter } from '../../server/visits/visit-counter.ts'

const visits = 1_000_000
/** The numbers of different browsers and campaigns in one hour. */
const browsers = 3_000
const campaigns = 50

/** Measures the CPU time for counting the visit of a cached page, in microseconds. Returns a sentence. */
export function benchVisits(): string {
  const plain = visitCost((path) => path)
  const tracked = visitCost((path, visitor) => `${path}?utm_campaign=spring-${visitor % campaigns}`)
  return `Counting a visit takes ${plain} µs of CPU time, and ${tracked} µs with a campaign.`
}

function visitCost(urlOf: (path: string, visitor: number) => string): string {
  const requests = Array.from({ length: browsers }, (_, visitor) => ({
    method: 'GET',
    url: urlOf('/waitlist', visitor),
    headers: {
      'user-agent': `Mozilla/5.0 (Linux; Android 14; Phone ${visitor % 300}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/1${visitor % 40}.0.0.0 Mobile Safari/537.36`,
    },
  })) as IncomingMessage[]
  const counter = new VisitCounter()
  const count = () => {
    for (let visit = 0; visit < visits; visit++) {
      counter.count('/waitlist', requests[visit % browsers] as IncomingMessage)
    }
  }
  count()
  const before = process.cpuUsage()
  count()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / visits).toFixed(2)
}
