import { randomBytes } from 'node:crypto'
import type { Leads } from 'halvi-leads'
import { type ContentSource, embeddedProjectId } from 'halvi-site/content/content'
import { officeHeaders } from 'halvi-site/office-protocol'
import type { SiteShared } from '../shared.ts'
import { officeAsChild } from '../to-office/child.ts'
import { freePort } from '../to-office/free-port.ts'
import { Office } from '../to-office/office.ts'
import { PassThrough } from '../to-office/pass-through.ts'

const secret = () => randomBytes(32).toString('base64url')

/**
 * Starts the office, which opens the content. Resolves when it serves requests, to what the site reaches it with, and to
 * where the site reads content.
 *
 * @throws StartError
 */
export async function startOffice(
  { settings, log, options, metrics, shutdown }: SiteShared,
  siteUrl: string,
  leads: Pick<Leads, 'signalTo' | 'refreshLeaderboard'>,
) {
  const config = { port: await freePort(), secret: secret(), readerToken: secret(), siteUrl }
  const office = new Office({
    start: options.startOffice?.(settings, log) ?? officeAsChild(options.studioBuilder),
    config,
    onLeaderboard: () => void leads.refreshLeaderboard(),
    log,
  })
  shutdown.onClose(() => office.close())
  leads.signalTo({
    wake: () => office.tell({ type: 'wake' }),
    busy: (isBusy) => office.tell({ type: 'busy', isBusy }),
    erased: () => office.tell({ type: 'erased' }),
  })
  await office.start()
  const passThrough = new PassThrough({
    config,
    proxies: settings.TRUST_PROXY,
    isUp: () => office.isUp,
    countRejection: metrics.countRejection,
  })
  const dataset = settings.SANITY_DATASET
  const source: ContentSource = settings.SANITY_PROJECT_ID
    ? { projectId: settings.SANITY_PROJECT_ID, dataset }
    : {
        ...{ projectId: embeddedProjectId, dataset, token: config.readerToken },
        apiHost: `http://127.0.0.1:${config.port}`,
        headers: { [officeHeaders.secret]: config.secret },
      }
  return { office, passThrough, source }
}
