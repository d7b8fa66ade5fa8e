import { mkdtemp, rm } from 'node:fs/promises'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as send,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createClient, type SanityClient } from '@sanity/client'
import { createContent } from 'halvi-site/content/content'
import { sessionKey, signedSessions } from 'halvi-site/preview/preview-session'
import { readSettings } from 'halvi-site/settings/settings'
import { SiteLanguages } from 'halvi-site/site-languages'
import { openLake } from 'local-content-lake'
import { pino } from 'pino'
import { openLeads } from '../packages/leads/testing/open-leads.ts'
import { createApp } from '../server/app.ts'
import { Connections } from '../server/connections/connections.ts'
import { createMetrics } from '../server/metrics.ts'
import { loadPages } from '../server/start/pages.ts'
import { AppliedEvents, awaitApplied, latestEvent } from './applied.ts'
import { copyPreparedLake, copyShareImages } from './prepared-lake.ts'

/** A Content Lake on a separate server, which a test can stop, slow down, and disconnect. */
export interface RemoteLake {
  apiHost: string
  /** Writes content. A write resolves when all sites of this lake have applied it. */
  editor: SanityClient
  /** Writes content without waiting for the sites, which may be unable to apply it. */
  offlineEditor: SanityClient
  sites: Set<Pick<CachedSite, 'applied' | 'isConnected'>>
  /** Whether queries are rejected with 503. Live events continue. */
  rejecting: boolean
  /**
   * Delays queries that contain this text until `release`. `reached` resolves when one has arrived.
   */
  hold(text: string): { reached: Promise<void>; release: () => void }
  /** Closes every connection, and resolves when the sites have noticed. They may reconnect. */
  closeConnections(): Promise<void>
  /** Stops the server until `comeBack`. */
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  close(): Promise<void>
}

/** Token that reads drafts and signs preview cookies. */
const lakeToken = 'test'

/** Token of the site, which reads published content. */
const readerToken = 'reader'

/** Starts a lake with the seed content. */
export async function startLake(): Promise<RemoteLake> {
  const folder = await mkdtemp(join(tmpdir(), 'halvi-lake-'))
  const directory = join(folder, 'lake')
  await copyPreparedLake(directory)
  const [projectId, dataset, token] = ['halvi', 'production', lakeToken]
  const reader = { token: readerToken }
  const opened = await openLake({ directory, projectId, dataset, token, reader })
  let held: { text: string; until: Promise<void>; reach: () => void } | undefined
  const server = createServer(async (request, response) => {
    const url = decodeURIComponent(request.url ?? '').replaceAll('+', ' ')
    if (lake.rejecting && url.includes('/data/query/')) return response.writeHead(503).end()
    if (held && url.includes(held.text)) {
      held.reach()
      await held.until
    }
    opened.handle(request, response, () => response.writeHead(404).end())
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const apiHost = `http://127.0.0.1:${port}`
  const leave = async () => {
    opened.endStreams()
    const left = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await left
  }
  const newEditor = () =>
    createClient({
      ...{ projectId, dataset, token, apiHost },
      ...{ apiVersion: '2025-02-19', useProjectHostname: false, useCdn: false },
      headers: { connection: 'close' },
    })
  const sites: RemoteLake['sites'] = new Set()
  const applied = async () => void (await Promise.all([...sites].map((site) => site.applied())))
  const lake: RemoteLake = {
    apiHost,
    editor: awaitApplied(newEditor(), applied),
    offlineEditor: newEditor(),
    sites,
    rejecting: false,
    hold(text) {
      let [release, reach] = [() => {}, () => {}]
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      const reached = new Promise<void>((resolve) => {
        reach = resolve
      })
      held = { text, until, reach }
      return {
        reached,
        release() {
          held = undefined
          release()
        },
      }
    },
    async closeConnections() {
      server.closeAllConnections()
      while ([...sites].some(({ isConnected }) => isConnected())) await pause(1)
    },
    goOffline: leave,
    goOnline: () => listen(port),
    async close() {
      if (server.listening) await leave()
      await opened.close()
      await rm(folder, { recursive: true })
    },
  }
  return lake
}

/** A response. */
interface CachedResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The encoded body. */
  body: Buffer
  /** The decoded body. */
  text: string
}

/** A site with a page cache, in this process, that reads its content from a remote lake. */
export interface CachedSite {
  request(path: string, headers?: Record<string, string>, method?: string): Promise<CachedResponse>
  /** Returns whether the site receives live events. */
  isConnected(): boolean
  /** Requests a page until it is a new one, and not an error or the last good page. */
  newPage(path: string): Promise<CachedResponse>
  /** Returns the paths rendered for first visits since the last call. */
  takeRenderedPaths(): string[]
  /** Resolves when all changes of the content so far are applied, and all pages that they affect are rendered. */
  applied(): Promise<void>
  /** Returns the value of a metric. */
  metric(name: string): Promise<number>
  log: string[]
  close(): Promise<void>
}

interface CachedSiteOptions {
  /** Another one counts as another build. */
  siteUrl?: string
  /** Whether pages are rendered before they are requested: about 200 at the start. Default: false. */
  ahead?: boolean
}

/** Starts a site. */
export async function startCachedSite(
  { apiHost, sites }: Pick<RemoteLake, 'apiHost' | 'sites'>,
  dataDir: string,
  { siteUrl = 'https://halvi.test', ahead = false }: CachedSiteOptions = {},
): Promise<CachedSite> {
  const lines: string[] = []
  /** Log entries of rendered pages. Parsing all lines for each check would take longer than rendering. */
  const pagesRendered: Record<string, string>[] = []
  const events = new AppliedEvents()
  const write = (line: string) => {
    lines.push(line)
    events.read(line)
    if (line.includes('"msg":"page rendered"')) pagesRendered.push(JSON.parse(line))
  }
  const log = pino({ level: 'debug' }, { write })
  await copyShareImages(dataDir)
  const settings = readSettings({ DATA_DIR: dataDir, RATE_LIMIT: 'off' })
  const server = createServer()
  const source = { projectId: 'halvi', dataset: 'production', apiHost }
  const content = createContent({ ...source, token: readerToken })
  const languages = new SiteLanguages(content, log)
  await languages.start()
  const leads = await openLeads({ dataDir, rateLimit: 'off', log })
  const metrics = createMetrics([])
  const sessions = signedSessions(sessionKey(lakeToken))
  const { countRejection } = metrics
  const connections = new Connections(server, {
    maxConnections: 1_000,
    proxies: 0,
    countRejection,
  })
  const built = await loadPages()
  // Nothing is awaited from here to the app, which listens to the first change.
  const updates = content.follow(log)
  languages.follow(updates)
  const app = createApp({
    ...{
      settings,
      siteUrl,
      content,
      languages,
      updates,
      leads,
      metrics,
      log,
    },
    metricsToken: 'a-token-for-metrics',
    connections,
    isInPreview: (cookies) => sessions(cookies) !== undefined,
    passThrough: {
      handle: (_request, response) => response.writeHead(503).end(),
      ask: async () => Promise.reject(new Error('There is no office')),
      // The lake is all of an office that images need.
      async get(path, headers) {
        const response = await fetch(apiHost + path, { headers: headers as HeadersInit })
        const { status } = response
        const body = Buffer.from(await response.arrayBuffer())
        return { status, headers: Object.fromEntries(response.headers), body }
      },
    },
    caching: { ahead, brotliQuality: 4, timeoutMs: 30_000 },
    pages: built,
  })
  server.on('request', app.handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })

  let reported = 0
  const site: CachedSite = {
    log: lines,
    async request(path, headers = {}, method = 'GET') {
      const options = { port, host: '127.0.0.1', path, method, agent, headers }
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const ask = () => {
          const message = send(options)
          // The site may close an idle connection just when it is reused.
          message.on('error', (error) => (message.reusedSocket ? ask() : reject(error)))
          message.on('response', resolve).end()
        }
        ask()
      })
      const body = await buffer(response)
      const text = decoded(body, response.headers['content-encoding']).toString()
      return { status: response.statusCode ?? 0, headers: response.headers, body, text }
    },
    isConnected: () => updates.connected,
    async newPage(path) {
      for (;;) {
        const response = await site.request(path)
        if (response.status < 500 && response.headers.age === undefined) return response
        await pause(20)
      }
    },
    takeRenderedPaths() {
      const first = pagesRendered.slice(reported).filter((line) => !line['Sec-Fetch-Site'])
      const since = first.map(({ path }) => path as string)
      reported = pagesRendered.length
      return since.sort()
    },
    async applied() {
      await events.upTo(await latestEvent(apiHost, readerToken))
    },
    async metric(name) {
      const line = (await metrics.text(undefined)).split('\n').find((text) => text.startsWith(name))
      return Number(line?.split(' ').at(-1))
    },
    async close() {
      sites.delete(site)
      languages.close()
      updates.close()
      agent.destroy()
      connections.endAll()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
      await leads.close()
    },
  }
  sites.add(site)
  return site
}

function decoded(body: Buffer, coding: string | undefined): Buffer {
  if (body.length === 0) return body
  if (coding === 'br') return brotliDecompressSync(body)
  return coding === 'gzip' ? gunzipSync(body) : body
}
