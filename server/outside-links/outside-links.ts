import type { OutsideLinks } from 'halvi-leads/contract'
import { linksOf } from '../../app/content/links/links-of.ts'
import { type CheckOptions, checkUrl } from './check-url.ts'

/** Maximum number of links of one check. */
const maxLinks = 300
/** Maximum number of links that are checked at the same time. */
const parallel = 8
/** Maximum duration of a check, in milliseconds. Links that are left then have no response in time. */
const maxDurationMs = 60_000

/**
 * Returns a function that checks the links to other sites in the published content. Calls while a check runs get the
 * result of that check.
 *
 * @param readDocuments reads all published documents
 * @param shutdownSignal stops a running check
 */
export function outsideLinks(
  readDocuments: () => Promise<readonly object[]>,
  shutdownSignal: AbortSignal,
  options: Partial<CheckOptions> = {},
): () => Promise<OutsideLinks> {
  let running: Promise<OutsideLinks> | undefined
  async function check(): Promise<OutsideLinks> {
    const links = (await readDocuments()).flatMap(linksOf)
    const all = [...new Set(links.flatMap(({ url }) => (url && URL.canParse(url) ? [url] : [])))]
    const signal = AbortSignal.any([shutdownSignal, AbortSignal.timeout(maxDurationMs)])
    const urls = all.slice(0, maxLinks)
    const checked: OutsideLinks['links'] = []
    const next = urls.values()
    const worker = async () => {
      for (const url of next)
        checked.push({ url, ...(await checkUrl(url, { ...options, signal })) })
    }
    await Promise.all(Array.from({ length: parallel }, worker))
    return { links: checked, left: all.length - urls.length }
  }
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}
