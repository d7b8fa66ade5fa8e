import { createLeads } from '../leads.ts'
import type { LeadsOfficeOptions } from '../leads-options.ts'
import { openLeadsOffice } from '../office.ts'

/** The site's and the office's part of the leads in one process, which signal each other. */
export type TestedLeads = Awaited<ReturnType<typeof openLeads>>

/** Opens both parts of the leads; for tests. */
export async function openLeads(options: LeadsOfficeOptions) {
  const { mail } = options
  const site = await createLeads({
    ...options,
    mail: mail && { sends: mail.smtp !== undefined, confirms: mail.confirms },
  })
  const office = await openLeadsOffice({
    onListed: () => void site.refreshLeaderboard(),
    ...options,
  })
  site.signalTo(office.signals)
  return {
    ...office,
    ...site,
    async close() {
      await office.close()
      await site.close()
    },
  }
}
