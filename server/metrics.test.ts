import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import express from 'express'
import { settingOrSecret } from 'halvi-site/settings/secret'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMetrics as createOfficeMetrics } from '../office/metrics.ts'
import { changeDatabase } from '../packages/leads/testing/change-database.ts'
import { openLeads, type TestedLeads } from '../packages/leads/testing/open-leads.ts'
import {
  startEndpoint,
  status,
  type TestEndpoint,
} from '../packages/leads/testing/test-endpoint.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { metricsPage } from './middleware/metrics-page.ts'

const log = pino({ level: 'silent' })

const formNames = ['waitlist', 'contact']

let dataDir: string
let endpoint: TestEndpoint
let metrics: Metrics
let leads: TestedLeads
let servers: Server[]

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'metrics-'))
  endpoint = await startEndpoint()
  metrics = createMetrics(formNames)
  const [endpointUrl, observer] = [endpoint.url, metrics.leads]
  leads = await openLeads({ dataDir, endpointUrl, rateLimit: 'off', log, observer })
  servers = []
})
afterEach(async () => {
  for (const server of servers) server.close()
  await leads.close()
  await endpoint.close()
  rmSync(dataDir, { recursive: true })
})

const token = 'a-token-for-metrics'
/** The metrics of an office. */
const askOffice = async () => Buffer.from(JSON.stringify(await createOfficeMetrics().values()))

const bearer = { authorization: `Bearer ${token}` }

async function start() {
  const app = express()
  app.use(metricsPage({ metrics, leads, askOffice, token, log }))
  const server = app.listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return async (headers: Record<string, string> = {}) => {
    const request = send({ port, host: '127.0.0.1', path: '/metrics', headers })
    request.end()
    const [response] = await once(request, 'response')
    return { status: response.statusCode as number, body: await text(response) }
  }
}

const submission = (name: string, spam = false) => ({
  form: 'waitlist',
  payload: { type: 'waitlist_application', name },
  spam,
  delivered: true,
})

describe('the metrics', () => {
  it('count the outcomes of leads and contain no personal data', async () => {
    const read = await start()
    for (const name of ['Amina', 'Amina', 'Bilal']) await leads.receive(submission(name))
    await leads.receive(submission('a machine', true))
    endpoint.answer = status(500)
    await leads.receive(submission('Maryam'))
    endpoint.answer = status(410)
    await leads.receive(submission('Yusuf'))
    leads.responded('waitlist', 303)
    const { status: code, body } = await read(bearer)
    expect(code).toBe(200)
    expect(body.split('\n')).toEqual(
      expect.arrayContaining([
        'halvi_leads_total{form="waitlist",outcome="new"} 4',
        'halvi_leads_total{form="waitlist",outcome="repeated"} 1',
        'halvi_leads_total{form="waitlist",outcome="spam"} 1',
        'halvi_submissions_total{form="waitlist",status="303"} 1',
        'halvi_lead_delivery_seconds_count{form="waitlist",outcome="accepted"} 2',
        'halvi_lead_delivery_seconds_count{form="waitlist",outcome="refused"} 2',
        'halvi_leads_pending 1',
        'halvi_leads_exhausted 1',
      ]),
    )
    expect(body).toMatch(/^halvi_leads_oldest_pending_age_seconds 0\.\d+$/m)
    for (const process of ['site', 'office']) {
      for (const metric of ['process_resident_memory_bytes', 'process_start_time_seconds']) {
        expect(body).toMatch(new RegExp(`^${metric}{process="${process}"} \\d+$`, 'm'))
      }
    }
    expect(body).not.toMatch(/Amina|Bilal|Maryam|Yusuf/)
  })

  it('start at 0 for every form and limit that alerts use', async () => {
    metrics.observeDisk(dataDir)
    const text = await metrics.text(undefined)
    for (const form of [...formNames, 'none']) {
      expect(text).toContain(`halvi_submissions_total{form="${form}",status="503"} 0`)
    }
    expect(text).toContain('halvi_refused_total{limit="renders"} 0')
    expect(text).toMatch(/^halvi_disk_free_bytes [1-9]\d*$/m)
    expect(text).toMatch(/^halvi_disk_size_bytes [1-9]\d*$/m)
  })

  it('are available while the database is not', async () => {
    const read = await start()
    await changeDatabase(dataDir, 'drop table lead')
    const { status: code, body } = await read(bearer)
    expect(code).toBe(200)
    expect(body).toMatch(/^halvi_leads_pending (nan)$/im)
  })
})

describe('access to the metrics', () => {
  it('is granted with the token, from any address', async () => {
    const read = await start()
    expect((await read(bearer)).status).toBe(200)
    expect((await read({ ...bearer, 'x-forwarded-for': '192.0.2.1', host: 'a' })).status).toBe(200)
  })

  it.each([
    {},
    { host: 'localhost:3000' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer a-token-for-metric' },
    { authorization: 'Bearer a-token-for-metricsX' },
    { authorization: 'Basic a-token-for-metrics' },
  ])('is denied without the token, also on this machine (%j)', async (headers) => {
    const read = await start()
    const answer = await read(headers as Record<string, string>)
    expect(answer).toEqual({ status: 401, body: '' })
  })

  it('uses a token in a file if none is set', () => {
    const created = settingOrSecret('METRICS_TOKEN', { DATA_DIR: dataDir })
    expect(created.file).toBe(join(dataDir, 'metrics-token'))
    expect(readFileSync(created.file ?? '', 'utf8')).toBe(created.secret)
    expect(statSync(created.file ?? '').mode & 0o777).toBe(0o600)
    expect(settingOrSecret('METRICS_TOKEN', { DATA_DIR: dataDir })).toEqual(created)
    expect(settingOrSecret('METRICS_TOKEN', { DATA_DIR: dataDir, METRICS_TOKEN: token })).toEqual({
      secret: token,
    })
  })
})
