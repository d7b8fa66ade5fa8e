import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { Leads } from 'halvi-leads'
import { forms } from 'halvi-leads/forms'
import type { MailOptions } from 'halvi-leads/mail'
import { createContent } from 'halvi-site/content/content'
import { messageContent } from 'halvi-site/mail/render-message'
import type { AccountEvent, InvitationMail } from 'local-content-lake'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { lastBackup } from './backup/last-backup.ts'
import { assertNotHalfRestored } from './backup/restore.ts'
import { Connections } from './connections/connections.ts'
import { maxConnectionsFor } from './connections/max-connections.ts'
import { handleUpgrades } from './connections/upgrades.ts'
import { migrateData } from './data-folder/migrate-data.ts'
import { SiteLanguages } from './languages/site-languages.ts'
import { healthLimits, httpLimits } from './limits.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { CachingOptions } from './page-cache/page-cache.ts'
import { settingOrSecret } from './settings/secret.ts'
import type { Settings } from './settings/settings.ts'
import { AccountAudit } from './staff/account-audit.ts'
import { embeddedStaff } from './staff/embedded-staff.ts'
import { hostedStaff } from './staff/hosted/hosted-staff.ts'
import { announce } from './start/announce.ts'
import { closeServer, Shutdown } from './start/close.ts'
import { type Development, developmentPages } from './start/development.ts'
import { ignoreLateSocketErrors, listen } from './start/listen.ts'
import { openContentSource, openLeads, openPreview } from './start/open.ts'
import { loadPages } from './start/pages.ts'
import { developmentStudio } from './studio/development.ts'
import { openStudio } from './studio/studio.ts'
import { withTimeout } from './timeout.ts'

/** A running site. */
export interface RunningServer {
  /** The site's own URL, without a trailing slash. */
  url: string
  /** Makes `/healthz` and `/readyz` report the shutdown, and resolves after `DRAIN_SECONDS`. */
  drain(): Promise<void>
  /** Stops serving within a grace period (4 seconds by default). Then closes content and leads. */
  close(gracePeriodMs?: number): Promise<void>
}

/** Options that are not settings. */
export interface SiteOptions {
  /** Development tools. Absent in production. */
  development?: Development
  /** Whether to build the Studio if its build is missing. Default: true. */
  buildsStudio?: boolean
  /** Whether applications are answered by mail. Default: true. */
  answersByMail?: boolean
  /** Timeouts and intervals of mail other than the standard ones. */
  sending?: MailOptions['sending']
  caching?: CachingOptions
}

/**
 * Starts the site: content, leads, pages, and the HTTP server.
 *
 * @throws StartError
 */
export async function startServer(
  settings: Settings,
  log: Logger,
  options: SiteOptions = {},
): Promise<RunningServer> {
  const { development } = options
  const started = performance.now()
  assertNotHalfRestored(settings.DATA_DIR)
  await migrateData(settings.DATA_DIR)
  const server = createServer(timeouts)
  const metrics = createMetrics(forms.map(({ name }) => name))
  // Created before the server listens, so that every connection is counted.
  const maxConnections = maxConnectionsFor(settings.MAX_CONNECTIONS)
  const connections = new Connections(server, {
    maxConnections,
    proxies: settings.TRUST_PROXY,
    countRejection: metrics.countRejection,
  })
  const shutdown = new Shutdown(log)
  const shared = { settings, log, options, development, server, connections, metrics, shutdown }
  try {
    const address = { siteUrl: settings.SITE_URL ?? '' }
    const parts = await openParts(shared, () => address.siteUrl)
    const url = await listen(server, settings.PORT, settings.HOST)
    ignoreLateSocketErrors(server, log)
    const siteUrl = settings.SITE_URL ?? url
    address.siteUrl = siteUrl
    const { file: metricsTokenFile, secret: token } = settingOrSecret('METRICS_TOKEN', settings)
    shutdown.stopServing = serveSite(shared, parts, siteUrl, token)
    const milliseconds = Math.round(performance.now() - started)
    const { lake } = parts
    announce({ siteUrl, settings, lake, metricsTokenFile, milliseconds, maxConnections }, log)
    return {
      url,
      drain: () => shutdown.drain(settings.DRAIN_SECONDS * 1000),
      close: (gracePeriodMs) => shutdown.close(gracePeriodMs),
    }
  } catch (error) {
    await shutdown.close()
    throw error
  }
}

/** Objects that all parts of the process share. */
interface SiteProcess {
  settings: Settings
  log: Logger
  options: SiteOptions
  development: Development | undefined
  server: Server
  connections: Connections
  metrics: Metrics
  shutdown: Shutdown
}

/** Opens everything that does not need the site's address: content, leads, and pages. */
async function openParts(
  { settings, log, options, development, server, metrics, shutdown }: SiteProcess,
  siteUrl: () => string,
) {
  const accountAudit = new AccountAudit(log)
  let opened: Leads | undefined
  const onAccountEvent = (event: AccountEvent) => {
    accountAudit.record(event)
    if (event.action !== 'person.reset') return
    const email = lake?.profiles().find(({ id }) => id === event.subject)?.email
    const data = { by: event.by?.name ?? '', path: '/studio' }
    if (email) opened?.writeToStaff('password-reset', { email }, data).catch(logMissed)
  }
  const mailInvitation = async ({ email, token, by }: InvitationMail) => {
    const data = { by: by.name, path: `/studio#invitation=${token}` }
    const written = await opened?.writeToStaff('invitation', { email }, data).catch(logMissed)
    return written === true
  }
  const logMissed = (err: unknown) => log.error({ err }, 'message to staff not written')
  const { lake, source } = await openContentSource(
    settings,
    metrics,
    shutdown,
    log,
    onAccountEvent,
    mailInvitation,
  )
  const staff = lake
    ? embeddedStaff(lake)
    : hostedStaff(source.projectId, fetch, settings.SANITY_READ_TOKEN)
  const content = createContent({ ...source, ...(lake && { token: lake.readerToken }) })
  const languages = new SiteLanguages(content, log, join(settings.DATA_DIR, 'languages.json'))
  shutdown.onClose(() => languages.close())
  const reading = languages.start()
  const answers = options.answersByMail ?? true
  const mail = answers
    ? {
        ...messageContent(content.reader, siteUrl),
        staffMay: staff.may,
        sending: options.sending,
      }
    : undefined
  const leads = await openLeads(settings, metrics, shutdown, log, {
    ...staff,
    mail,
  })
  opened = leads
  accountAudit.writeTo(leads.audit)
  shutdown.onClose(() => accountAudit.close())
  const pages = development ? developmentPages(development, server) : await loadPages()
  await reading
  return { lake, source, content, languages, staff, leads, pages }
}

/** Connects the listening server to the app. Returns a function that stops it. */
function serveSite(
  { settings, log, options, development, server, connections, metrics, shutdown }: SiteProcess,
  { source, ...parts }: Awaited<ReturnType<typeof openParts>>,
  siteUrl: string,
  metricsToken: string,
): (gracePeriodMs: number) => Promise<void> {
  const { lake, content } = parts
  const isEnding = () => shutdown.hasBegun
  const preview = openPreview(source, lake, settings, parts)
  const studio = development
    ? developmentStudio(settings, development)
    : openStudio(settings, log, options.buildsStudio)
  shutdown.onClose(() => studio.close())
  const updates = content.follow(log)
  parts.languages.follow(updates)
  shutdown.onClose(() => updates.close())
  const stop = new AbortController()
  const app = createApp({
    ...parts,
    siteUrl,
    preview,
    updates,
    shutdownSignal: stop.signal,
    studio,
    caching: options.caching,
    metrics,
    metricsToken,
    isEnding,
    connections,
    settings,
    log,
  })
  shutdown.onClose(() => app.close())
  metrics.observeDisk(settings.DATA_DIR)
  metrics.observeMail(() => withTimeout(parts.leads.mailCounts(), healthLimits.checkTimeoutMs))
  metrics.observeBackup(() => lastBackup(settings.DATA_DIR))
  server.on('request', app.handle)
  handleUpgrades(server, connections, lake, development !== undefined, log)
  return (gracePeriodMs) => {
    stop.abort()
    // Closed before the lake ends its stream, so that the end is not logged as an outage.
    updates.close()
    lake?.endStreams()
    const closed = closeServer(server, gracePeriodMs, () => connections.endAll())
    connections.endIdle()
    return closed
  }
}

const timeouts = {
  requestTimeout: httpLimits.requestTimeoutMs,
  headersTimeout: httpLimits.headersTimeoutMs,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: httpLimits.keepAliveTimeoutMs,
}
