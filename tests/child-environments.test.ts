import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSite } from './running-site.ts'
import { until } from './until.ts'

const secrets = {
  BACKUP_PASSPHRASE: 'six words that nobody guesses',
  S3_ACCESS_KEY_ID: 'secret-key-id',
  S3_SECRET_ACCESS_KEY: 'secret-access-key',
  FORM_ENDPOINT_SECRET: `whsec_${Buffer.from('x'.repeat(24)).toString('base64')}`,
  FORM_ENDPOINT_URL: 'http://user:secret-password@127.0.0.1:9/',
  METRICS_TOKEN: 'secret-metrics-token',
  STUDIO_PASSWORD: 'secret-studio-password',
}

let site: Awaited<ReturnType<typeof startSite>>
beforeAll(async () => {
  site = await startSite(secrets)
})
afterAll(() => site.remove())

/** Returns the ids of all descendants of a process. */
function childrenOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, after = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(/\) \S /)
        return Number.parseInt(after, 10) === pid
      } catch {
        return false
      }
    })
    .map(Number)
  return [...children, ...children.flatMap(childrenOf)]
}

/** Returns the environment of each descendant process by the name of its program. */
const programs = (pid: number) =>
  new Map(
    childrenOf(pid).map((child) => {
      const [name = ''] = /[\w-]+\.js/.exec(readFileSync(`/proc/${child}/cmdline`, 'utf8')) ?? []
      return [name, readFileSync(`/proc/${child}/environ`, 'utf8')]
    }),
  )

it.runIf(process.platform === 'linux')(
  'the worker processes do not get the secrets of the site',
  async () => {
    const page = await (await fetch(site.url)).text()
    const [image] = /\/images\/[^" ]+/.exec(page) ?? []
    if (image) await fetch(`${site.url}${image.replaceAll('&amp;', '&')}&w=313`)
    const query = new URLSearchParams({ query: '*[0]' })
    const token = readFileSync(`${site.dataDir}/lake-token`, 'utf8')
    const init = { headers: { Authorization: `Bearer ${token}` } }
    await fetch(`${site.url}/v2025-02-19/data/query/production?${query}`, init)
    const running = () => programs(site.process.pid ?? 0)
    const workers = ['lake-pictures.js', 'lake-evaluator.js']
    const names = () => [...running().keys()]
    await until(names, (found) => workers.every((worker) => found.includes(worker)))
    for (const environment of running().values()) {
      for (const secret of Object.values(secrets)) expect(environment).not.toContain(secret)
    }
  },
)
