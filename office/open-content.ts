import { type Content, createContent, embeddedProjectId } from 'halvi-site/content/content'
import { officeHeaders } from 'halvi-site/office-protocol'
import { SiteLanguages } from 'halvi-site/site-languages'
import { AccountAudit } from './accounts/account-audit.ts'
import { StaffMessages } from './accounts/staff-messages.ts'
import type { OfficeApp } from './app.ts'
import { openEmbeddedLake } from './lake/embedded-lake.ts'
import type { OfficeShared } from './options.ts'
import { embeddedStaff } from './staff/embedded-staff.ts'
import { hostedStaff } from './staff/hosted/hosted-staff.ts'

/** Content and accounts, in the embedded lake or at Sanity. */
export type OpenedContent = Awaited<ReturnType<typeof openContent>>

/**
 * Opens the embedded Content Lake, unless the content is in a hosted project. The lake answers requests from now on, so
 * that the other parts can read content as the site does.
 *
 * @throws StartError
 */
export async function openContent(
  { settings, log, config, metrics, shutdown }: OfficeShared,
  app: Pick<OfficeApp, 'serveLake'>,
) {
  const accountAudit = new AccountAudit(log)
  const staffMessages = new StaffMessages(log)
  shutdown.onClose(() => accountAudit.close())
  const dataset = settings.SANITY_DATASET
  if (settings.SANITY_PROJECT_ID) {
    const source = { projectId: settings.SANITY_PROJECT_ID, dataset }
    const staff = hostedStaff(source.projectId, fetch, settings.SANITY_READ_TOKEN)
    const content = createContent(source)
    return {
      lake: undefined,
      source,
      staff,
      accountAudit,
      staffMessages,
      ...readerOf(content, log),
    }
  }
  const lake = await openEmbeddedLake(
    settings,
    config,
    metrics,
    log,
    (event) => {
      accountAudit.record(event)
      void staffMessages.resetPassword(event)
    },
    (invitation) => staffMessages.invite(invitation),
  )
  shutdown.onClose(() => lake.close())
  app.serveLake(lake)
  const apiHost = `http://127.0.0.1:${config.port}`
  const headers = { [officeHeaders.secret]: config.secret }
  const source = { projectId: embeddedProjectId, dataset, apiHost, headers }
  const content = createContent({ ...source, token: config.readerToken })
  const staff = embeddedStaff(lake)
  return { lake, source, staff, accountAudit, staffMessages, ...readerOf(content, log) }
}

const readerOf = (content: Content, log: OfficeShared['log']) => ({
  content,
  languages: new SiteLanguages(content, log),
})
