import { createServer } from 'node:http'
import { ignoreLateSocketErrors, listen } from 'halvi-kit/http/listen'
import { closeServer, type Shutdown } from 'halvi-kit/processes/shutdown'
import { diskFault, StartError } from 'halvi-kit/processes/start-error'
import { reasonOf } from 'halvi-kit/reason'
import { createLeads, type Leads } from 'halvi-leads'
import { forms } from 'halvi-leads/forms'
import type { MailOptions } from 'halvi-leads/mail'
import { type LeadsOffice, openLeadsOffice } from 'halvi-leads/office'
import { system } from 'halvi-leads/permissions'
import type { ContentSource } from 'halvi-site/content/content'
import {
  createPreview,
  type Preview,
  type SharedLinks,
  type Staff,
} from 'halvi-site/preview/preview'
import type { Settings } from 'halvi-site/settings/settings'
import { type AccountEvent, type InvitationMail, programId } from 'local-content-lake'
import type { Logger } from 'pino'
import {
  type EmbeddedLake,
  embeddedProjectId,
  openEmbeddedLake,
} from '../../office/lake/embedded-lake.ts'
import type { Staff as Members } from '../../office/staff/member.ts'
import type { Metrics } from '../metrics.ts'

/**
 * Opens the embedded Content Lake, unless the content is in a hosted project. The site reads the lake through a
 * separate loopback address, so that requests in progress can finish after the public address has closed.
 */
export async function openContentSource(
  settings: Settings,
  metrics: Metrics,
  shutdown: Shutdown,
  log: Logger,
  onAccountEvent: (event: AccountEvent) => void,
  mailInvitation: (invitation: InvitationMail) => Promise<boolean>,
): Promise<{ lake?: EmbeddedLake; source: ContentSource }> {
  const source = {
    projectId: settings.SANITY_PROJECT_ID ?? embeddedProjectId,
    dataset: settings.SANITY_DATASET,
  }
  if (settings.SANITY_PROJECT_ID) return { source }
  const lake = await openEmbeddedLake(settings, metrics, log, onAccountEvent, mailInvitation)
  shutdown.onClose(() => lake.close())
  const server = createServer((request, response) =>
    lake.handle(request, response, () => response.writeHead(404).end()),
  )
  const apiHost = await listen(server, 0, '127.0.0.1')
  ignoreLateSocketErrors(server, log)
  shutdown.onClose(() => closeServer(server, 0, () => server.closeAllConnections()))
  return { lake, source: { ...source, apiHost } }
}

/** Returns access to drafts for previews. */
export function openPreview(
  source: ContentSource,
  lake: EmbeddedLake | undefined,
  settings: Settings,
  { office, staff }: { office: Pick<LeadsOffice, 'previewLinks'>; staff: Pick<Members, 'may'> },
): Preview | undefined {
  return createPreview(source, lake?.token ?? settings.SANITY_READ_TOKEN, {
    staff: lake && staffOf(lake),
    links: sharedLinks(office, staff),
  })
}

/** Returns the staff members whose previews end with their Studio sessions. */
function staffOf(lake: EmbeddedLake): Staff {
  const signedIn = (cookie: string | undefined) => lake.sessionOf({ headers: { cookie } })?.user.id
  return {
    signedIn,
    mayUseSecret(secret, cookies) {
      const author = lake.dataset.previewSecrets.authorOf(secret)
      return author !== undefined && (author === programId || author === signedIn(cookies))
    },
  }
}

/** Returns access to shared preview links. Revokes a link when its owner may no longer share previews. */
function sharedLinks(
  { previewLinks }: Pick<LeadsOffice, 'previewLinks'>,
  staff: Pick<Members, 'may'>,
): SharedLinks {
  return {
    add: previewLinks.add,
    noteOpened: previewLinks.recordOpened,
    async use(id) {
      const owner = await previewLinks.use(id)
      if (owner === undefined) return false
      if (await staff.may(owner, 'preview:share')) return true
      await previewLinks.revoke(id, system)
      return false
    },
  }
}

/**
 * Opens both parts of the leads. While PostgreSQL is unreachable, forms return 503.
 *
 * @throws StartError when they can't be opened
 */
export async function openLeads(
  settings: Settings,
  metrics: Metrics,
  shutdown: Shutdown,
  log: Logger,
  {
    nameOf,
    mail,
  }: Pick<Members, 'nameOf'> & {
    /** How applications are answered. Without it, nothing is answered or sent. */
    mail: Pick<MailOptions, 'siteUrl' | 'homeUrl' | 'render' | 'staffMay' | 'sending'> | undefined
  },
): Promise<{ leads: Leads; office: LeadsOffice }> {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_REPLY_TO: replyTo } = settings
  const failed = (error: Error): never => {
    throw new StartError(diskFault(error) ?? `The leads can't be opened: ${reasonOf(error)}`)
  }
  const smtp = url && from ? { url, from, replyTo } : undefined
  const confirms = settings.CONFIRM_ADDRESSES
  const shared = {
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    endpointUrl: settings.FORM_ENDPOINT_URL,
    endpointSecret: settings.FORM_ENDPOINT_SECRET,
    endpointGetsFirstTouch: settings.FORM_ENDPOINT_FIRST_TOUCH,
    forms,
    rateLimit: settings.RATE_LIMIT,
    observer: metrics.leads,
    log,
  }
  const leads = await createLeads({
    ...shared,
    mail: mail && { sends: smtp !== undefined, confirms },
  }).catch(failed)
  shutdown.onClose(() => leads.close())
  const office = await openLeadsOffice({
    ...shared,
    nameOf,
    retentionDays: settings.LEADS_RETENTION_DAYS,
    mail: mail && { ...mail, smtp, confirms },
    onListed: () => void leads.refreshLeaderboard(),
  }).catch(failed)
  shutdown.onClose(() => office.close())
  leads.signalTo(office.signals)
  return { leads, office }
}
