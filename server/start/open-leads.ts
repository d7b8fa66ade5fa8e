import { createLeads, type Leads } from 'halvi-leads'
import { leadsNotOpened, leadsSettings, smtpSettings } from 'halvi-site/settings/leads'
import type { SiteShared } from '../shared.ts'

/**
 * Opens the visitors' part of the leads. While PostgreSQL is unreachable, forms return 503.
 *
 * @throws StartError when they can't be opened
 */
export async function openLeads({
  settings,
  log,
  options,
  metrics,
  shutdown,
}: SiteShared): Promise<Leads> {
  const leads = await createLeads({
    ...leadsSettings(settings),
    observer: metrics.leads,
    mail:
      options.answersByMail === false
        ? undefined
        : { sends: smtpSettings(settings) !== undefined, confirms: settings.CONFIRM_ADDRESSES },
    log,
  }).catch(leadsNotOpened)
  shutdown.onClose(() => leads.close())
  return leads
}
