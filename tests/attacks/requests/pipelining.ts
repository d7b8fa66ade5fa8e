import { application } from '../../faults/visitors.ts'
import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { request } from '../request.ts'
import { steadily } from '../steadily.ts'

const thousand = (make: (n: number) => string) => Array.from({ length: 1_000 }, (_, n) => make(n))

function form(): string {
  const body = String(new URLSearchParams(application()))
  const type = 'application/x-www-form-urlencoded'
  return request('POST', '/waitlist', { 'Content-Type': type, 'Content-Length': body.length }, body)
}

const pipelining = (perSecond: number, make: (n: number) => string) =>
  overConnections((connections) =>
    steadily(perSecond, () => connections.open(thousand(make).join(''))),
  )

export const pipelinedPages: Attack = {
  name: '1,000 page requests in one write',
  rate: '2 writes/s',
  start: pipelining(2, () => request('GET', '/services/local')),
}

export const pipelinedSearches: Attack = {
  name: '1,000 searches in one write',
  rate: '1 write/s',
  isAmongWorst: true,
  start: pipelining(1, (n) => request('GET', `/support/faq?q=word${n}`)),
}

export const pipelinedForms: Attack = {
  name: '1,000 forms in one write',
  rate: '1 write/s',
  start: pipelining(1, form),
}
