import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { root } from 'halvi-site/root'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checks } from '../cli/doctor/doctor.ts'
import { application, send } from './faults/visitors.ts'
import { FormEndpoint } from './form-endpoint.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { until } from './until.ts'

const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: Record<string, string>
  annotations: Record<string, string>
}
const { groups } = parse(read('prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

interface Panel {
  type: string
  title: string
  description?: string
  targets?: { expr: string }[]
}
const dashboard = JSON.parse(read('grafana/halvi.json')) as {
  panels: Panel[]
  annotations: { list: { expr: string }[] }
}
const charts = dashboard.panels.filter(({ type }) => type !== 'row')

/** Each query with the name of its alert or chart. */
const queries: [where: string, expr: string][] = [
  ...rules.map((rule): [string, string] => [rule.alert, rule.expr]),
  ...charts.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [title, expr]),
  ),
  ...dashboard.annotations.list.map(({ expr }): [string, string] => ['Annotations', expr]),
]

/** Returns the metrics and labels that a query uses. */
function askedFor(expr: string): { metrics: Set<string>; labels: Set<string> } {
  // Grafana replaces its variables with a duration.
  const text = expr.replaceAll(/\$__\w+/g, '5m')
  const metrics = new Set<string>()
  const labels = new Set<string>()
  parser.parse(text).iterate({
    enter({ name, from, to }) {
      if (name === '⚠') throw new Error(`${text.slice(0, from)} ⚠ ${text.slice(from)}`)
      const found = text.slice(from, to)
      if (name === 'Identifier') metrics.add(found)
      if (name === 'LabelName') labels.add(found)
    },
  })
  return { metrics, labels }
}

/** Labels that Prometheus adds to all metrics. */
const scrapeLabels = ['job', 'instance']

let site: RunningSite
let endpoint: FormEndpoint
/** Existing labels by metric. */
const known = new Map<string, Set<string>>([['up', new Set()]])

beforeAll(async () => {
  endpoint = await FormEndpoint.start()
  site = await startSite({ FORM_ENDPOINT_URL: endpoint.url })
  // /metrics shows a label once there is something to count: a lead, a page, a rejected request.
  await send(site.url, application())
  await fetch(`${site.url}/staff/v1/me`)
  const token = readFileSync(join(site.dataDir, 'metrics-token'), 'utf8').trim()
  const headers = { Authorization: `Bearer ${token}` }
  const text = await (await fetch(`${site.url}/metrics`, { headers })).text()
  for (const line of text.split('\n').filter((one) => one && !one.startsWith('#'))) {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    const names = known.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) names.add(label)
    known.set(name, names)
  }
})
afterAll(async () => {
  await site.remove()
  await endpoint.close()
})

describe('the dashboard and the alert rules', () => {
  it.each(queries)('%s uses existing metrics and labels: %s', (_where, expr) => {
    const { metrics, labels } = askedFor(expr)
    expect([...metrics].filter((name) => !known.has(name))).toEqual([])
    const ofThem = new Set([...metrics].flatMap((name) => [...(known.get(name) ?? [])]))
    expect([...labels].filter((name) => !scrapeLabels.includes(name) && !ofThem.has(name))).toEqual(
      [],
    )
  })

  it('explain each alert and each chart', () => {
    for (const { alert, annotations, labels } of rules) {
      expect(Object.keys(annotations), alert).toEqual(['summary', 'action'])
      expect(['page', 'ticket'], alert).toContain(labels.severity)
    }
    for (const { title, description } of charts) expect(description, title).toBeTruthy()
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })
})

it('the parser finds metrics and labels that do not exist', () => {
  const { metrics, labels } = askedFor('sum by (colour) (rate(halvi_no_such_total{shade="x"}[5m]))')
  expect([...metrics, ...labels]).toEqual(['halvi_no_such_total', 'colour', 'shade'])
  expect(() => askedFor('sum(rate(halvi_leads_total[5m])')).toThrow('⚠')
})

describe('the documents for operators', () => {
  const document = (name: string) => readFileSync(join(root, 'docs/operate', name), 'utf8')
  const [runbook, metrics] = [document('runbook.md'), document('metrics.md')]
  /** Returns the names in backquotes in the first column of the table under a heading. */
  const namesUnder = (heading: string, page: string) => {
    const [, section = ''] = page.split(`\n${heading}\n`)
    const rows = section.split(/\n##+ /)[0]?.match(/^\| `[^|]+\|/gm) ?? []
    return rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  }

  it('explain each alert', () => {
    expect(namesUnder('### Alerts', runbook).sort()).toEqual(rules.map(({ alert }) => alert).sort())
  })

  it('explain each check of the doctor', () => {
    expect(namesUnder('### The doctor', runbook)).toEqual(Object.keys(checks))
  })

  it('explain each metric of the site', () => {
    const ours = [...known.keys()]
      .map((name) => name.replace(/(?<=_seconds)_(bucket|sum|count)$/, ''))
      .filter((name) => name.startsWith('halvi_'))
    expect(
      [...new Set(ours)].filter((name) => !namesUnder('## Metrics', metrics).includes(name)),
    ).toEqual([])
  })

  it('explain each limit, and /metrics counts each from 0', async () => {
    const token = readFileSync(join(site.dataDir, 'metrics-token'), 'utf8').trim()
    const headers = { Authorization: `Bearer ${token}` }
    const text = await (await fetch(`${site.url}/metrics`, { headers })).text()
    const counted = [...text.matchAll(/^halvi_refused_total\{limit="([^"]+)"\}/gm)]
    const named = namesUnder('### Limits', metrics).filter((name) => name !== 'limit')
    expect(counted.map(([, name]) => name).sort()).toEqual(named.sort())
  })

  it('explain each field of the log', async () => {
    await fetch(`${site.url}/nothing-here`)
    const fields = (line: object): string[] =>
      Object.entries(line).flatMap(([name, value]) =>
        typeof value === 'object' ? fields(value).map((inner) => `${name}.${inner}`) : [name],
      )
    const logged = () => new Set(site.lines.flatMap((line) => fields(JSON.parse(line))))
    await until(() => [...logged()].includes('res.status'))
    const named = namesUnder('## The log', metrics)
    expect([...logged()].filter((field) => !named.includes(field))).toEqual([])
  })

  it('show deliveries with valid signatures', () => {
    const page = document('leads.md')
    const [, key = ''] = /`whsec_([^`]+)`/.exec(page) ?? []
    const deliveries = [...page.matchAll(/```http\n(.*?)\n\n(.*?)\n```/gs)]
    expect(deliveries).not.toHaveLength(0)
    for (const [, head = '', body = ''] of deliveries) {
      const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1]
      const signed = `${header('webhook-id')}.${header('webhook-timestamp')}.${body}`
      const hmac = createHmac('sha256', Buffer.from(key, 'base64')).update(signed)
      expect(header('webhook-signature')).toBe(`v1,${hmac.digest('base64')}`)
    }
  })
})
