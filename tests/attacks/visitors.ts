import { application } from '../faults/visitors.ts'
import type { SiteUnderAttack } from './site-under-attack.ts'
import { type Visit, visit } from './visit.ts'

/** Results of one kind of visit. */
export interface VisitResults {
  /** Milliseconds from the planned time of each visit to its response. */
  times: number[]
  /** Number of each unexpected response. */
  wrong: Record<string, number>
}

export interface Visitors {
  /** Stops new visits. Resolves when each open visit has a response or has timed out. */
  stop(): Promise<VisitorResults>
}

export interface VisitorResults {
  pages: VisitResults
  forms: VisitResults
  images: VisitResults
  /** Email addresses of the applications that were acknowledged. */
  acknowledged: string[]
}

/** Visits per second. */
export interface VisitorRates {
  pages: number
  forms: number
  images: number
}

/** Pages to visit. The last one is not cached. */
const pages = ['/', '/services/local', '/support/faq', '/support/faq?q=commission']

/** Number of images that are requested repeatedly. Every eighth visitor requests another, uncommon image. */
const commonImages = 6
/** The images of a prepared lake are not cached as WebP. */
const webp = { Accept: 'image/webp,*/*' }

let visitors = 0

/** Returns a new source address, so that no visitor reaches a limit. */
function nextAddress(): string {
  const number = visitors++ % 60_000
  return `127.1.${number >> 8}.${number & 255 || 1}`
}

/**
 * Starts visits at planned times, without waiting for earlier responses. A stall of the site therefore shows in the
 * times of all visits during it.
 */
export function startVisitors(site: SiteUnderAttack, rates: VisitorRates): Visitors {
  const acknowledged: string[] = []
  const page = (n: number) => ask(site, pages[n % pages.length] ?? '/')
  const image = (n: number) => ask(site, imageFor(site, n), webp)
  const form = async (n: number) => {
    const isRight = n % 4 !== 3
    const fields = application()
    if (!isRight) fields.email = 'amina'
    const response = await ask(site, '/waitlist', {}, fields)
    if (response.status === 303) acknowledged.push(fields.email ?? '')
    const expected = isRight ? 303 : 400
    return response.status === expected && (isRight || response.body.includes('role="alert"'))
      ? good
      : statusText(response)
  }
  const streams = {
    pages: comeSteadily(rates.pages, async (n) => whole(await page(n))),
    forms: comeSteadily(rates.forms, form),
    images: comeSteadily(rates.images, async (n) => status(await image(n))),
  }
  return {
    async stop() {
      const [pages, forms, images] = await Promise.all([
        streams.pages(),
        streams.forms(),
        streams.images(),
      ])
      return { pages, forms, images, acknowledged }
    },
  }
}

const good = 'good'
const statusText = ({ status }: Visit) => (status === 0 ? 'no response' : String(status))
const status = (response: Visit) => (response.status === 200 ? good : statusText(response))
const whole = (response: Visit) =>
  response.status === 200 && !response.body.includes('</html>')
    ? '200, incomplete'
    : status(response)

function ask(
  site: SiteUnderAttack,
  path: string,
  headers: Record<string, string> = {},
  fields?: Record<string, string>,
): Promise<Visit> {
  return visit({ url: site.url + path, localAddress: nextAddress(), headers, fields })
}

function imageFor(site: SiteUnderAttack, n: number): string {
  const { images } = site
  const next = n % 8 === 0 ? commonImages + site.uncommonImageCount++ : n % commonImages
  return images[next % images.length] ?? '/'
}

/** Requests the common images, so that they are cached. @throws Error if one does not return 200 */
export async function loadCommonImages(site: SiteUnderAttack): Promise<void> {
  for (const path of site.images.slice(0, commonImages)) {
    const { status } = await ask(site, path, webp)
    if (status !== 200) throw new Error(`${path} returns ${status} instead of 200`)
  }
}

/** Calls `come` at an even rate. Records each result and the delay after its planned time. */
function comeSteadily(perSecond: number, come: (n: number) => Promise<string>) {
  const fared: VisitResults = { times: [], wrong: {} }
  const under: Promise<void>[] = []
  const started = performance.now()
  let came = 0
  const timer = setInterval(() => {
    for (;;) {
      const planned = started + ((came + 1) * 1000) / perSecond
      if (planned > performance.now()) return
      under.push(
        come(came++).then((result) => {
          fared.times.push(performance.now() - planned)
          if (result !== good) fared.wrong[result] = (fared.wrong[result] ?? 0) + 1
        }),
      )
    }
  }, 2)
  return async () => {
    clearInterval(timer)
    await Promise.all(under)
    return fared
  }
}
