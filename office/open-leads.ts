import { createLeads } from 'halvi-leads'
import { openLeadsOffice } from 'halvi-leads/office'
import { messageContent } from 'halvi-site/mail/render-message'
import type { ToOffice } from 'halvi-site/office-protocol'
import { leadsNotOpened, leadsSettings, smtpSettings } from 'halvi-site/settings/leads'
import type { OpenedContent } from './open-content.ts'
import type { OfficeShared } from './options.ts'

/** Both parts of the leads. */
export type OpenedLeads = Awaited<ReturnType<typeof openLeads>>

/**
 * Opens the leads: the office's part, and the visitors' part for pages in preview. Messages are rendered from the
 * content.
 *
 * @throws StartError when they can't be opened
 */
export async function openLeads(
  { settings, log, config, options, metrics, shutdown }: OfficeShared,
  { content, lake, staff, staffMessages, accountAudit }: OpenedContent,
  onListed: () => void,
) {
  const smtp = smtpSettings(settings)
  const confirms = settings.CONFIRM_ADDRESSES
  const answers = options.answersByMail !== false
  const shared = { ...leadsSettings(settings), log }
  const leads = await openLeadsOffice({
    ...shared,
    nameOf: staff.nameOf,
    retentionDays: settings.LEADS_RETENTION_DAYS,
    observer: metrics.leads,
    onListed,
    mail: answers
      ? {
          ...messageContent(content.reader, () => config.siteUrl),
          ...{ staffMay: staff.may, sending: options.sending, smtp, confirms },
        }
      : undefined,
  }).catch(leadsNotOpened)
  shutdown.onClose(() => leads.close())
  const pageLeads = await createLeads({
    ...shared,
    mail: answers ? { sends: smtp !== undefined, confirms } : undefined,
  }).catch(leadsNotOpened)
  shutdown.onClose(() => pageLeads.close())
  staffMessages.writeTo(leads, () => lake?.profiles() ?? [])
  accountAudit.writeTo(leads.audit)
  return {
    leads,
    pageLeads,
    receive(message: ToOffice) {
      if (message.type === 'busy') leads.signals.busy(message.isBusy)
      else if (message.type === 'wake') leads.signals.wake()
      else if (message.type === 'erased') leads.signals.erased()
    },
  }
}
