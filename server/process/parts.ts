import { join } from 'node:path'
import { createContent } from 'halvi-site/content/content'
import { SiteLanguages } from 'halvi-site/language/site-languages'
import { messageContent } from 'halvi-site/mail/render-message'
import { AccountAudit } from '../../office/accounts/account-audit.ts'
import { StaffMessages } from '../../office/accounts/staff-messages.ts'
import { embeddedStaff } from '../../office/staff/embedded-staff.ts'
import { hostedStaff } from '../../office/staff/hosted/hosted-staff.ts'
import { developmentPages } from '../start/development.ts'
import { openContentSource, openLeads } from '../start/open.ts'
import { loadPages } from '../start/pages.ts'
import type { SiteProcess } from './site-process.ts'

/**
 * Opens everything that does not need the site's address: content, leads, and pages.
 *
 * @param siteUrl returns the site's address once the server listens
 */
export async function openParts(
  { settings, log, options, server, metrics, shutdown }: SiteProcess,
  siteUrl: () => string,
) {
  const accountAudit = new AccountAudit(log)
  const messages = new StaffMessages(log)
  const { lake, source } = await openContentSource(
    settings,
    metrics,
    shutdown,
    log,
    (event) => {
      accountAudit.record(event)
      void messages.resetPassword(event)
    },
    (invitation) => messages.invite(invitation),
  )
  const staff = lake
    ? embeddedStaff(lake)
    : hostedStaff(source.projectId, fetch, settings.SANITY_READ_TOKEN)
  const content = createContent({ ...source, ...(lake && { token: lake.readerToken }) })
  const languages = new SiteLanguages(content, log, join(settings.DATA_DIR, 'languages.json'))
  shutdown.onClose(() => languages.close())
  const reading = languages.start()
  const { leads, office } = await openLeads(settings, metrics, shutdown, log, {
    ...staff,
    mail:
      options.answersByMail === false
        ? undefined
        : {
            ...messageContent(content.reader, siteUrl),
            staffMay: staff.may,
            sending: options.sending,
          },
  })
  messages.writeTo(office, () => lake?.profiles() ?? [])
  accountAudit.writeTo(office.audit)
  shutdown.onClose(() => accountAudit.close())
  const { development } = options
  const pages = development ? developmentPages(development, server) : await loadPages()
  await reading
  return { lake, source, content, languages, staff, leads, office, pages }
}
