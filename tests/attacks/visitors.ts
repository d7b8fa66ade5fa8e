import { application } from '../faults/visitors.ts'
import type { SiteUnderAttack } from './site-under-attack.ts'
import { type Visit, visit } from './visit.ts'

/** How visitors fared at one kind of thing. */
export interface Fared {
  /** How long each took, in milliseconds from the moment that was planned for it. */
  times: number[]
  /** How often each answer came that is none of those that a visitor should get. */
  wrong: Record<string, number>
}

export interface Visitors {
  /** Resolves when whoever came has an answer or has given up. */
  stop(): Promise<VisitorsSaw>
}

export interface VisitorsSaw {
  pages: Fared
  forms: Fared
  pictures: Fared
  /** E-mail addresses whose application was answered with yes. */
  acknowledged: string[]
}

/** How many come a second. */
export interface VisitorRates {
  pages: number
  forms: number
  pictures: number
}

/** The last one is made for each visitor. */
const pages = ['/', '/services/local', '/support/faq', '/support/faq?q=commission']

/** So many of the pictures are asked for again and again; each eighth visitor is a further one's first. */
const commonPictures = 6
/** Which no prepared lake has. */
const webp = { Accept: 'image/webp,*/*' }

let visitors = 0

/** The next visitor's own: the limits of a network are not for them. */
function nextAddress(): string {
  const number = visitors++ % 60_000
  return `127.1.${number >> 8}.${number & 255 || 1}`
}

/**
 * Has people come at planned times, whether those before them have been answered or not: a site that
 * stalls shows in the times of everybody who came meanwhile.
 */
export function startVisitors(site: SiteUnderAttack, rates: VisitorRates): Visitors {
  const acknowledged: string[] = []
  const page = (n: number) => ask(site, pages[n % pages.length] ?? '/')
  const picture = (n: number) => ask(site, pictureFor(site, n), webp)
  const form = async (n: number) => {
    const isRight = n % 4 !== 3
    const fields = application()
    if (!isRight) fields.email = 'amina'
    const answer = await ask(site, '/waitlist', {}, fields)
    if (answer.status === 303) acknowledged.push(fields.email ?? '')
    const wanted = isRight ? 303 : 400
    return answer.status === wanted && (isRight || answer.body.includes('role="alert"'))
      ? good
      : told(answer)
  }
  const streams = {
    pages: comeSteadily(rates.pages, async (n) => whole(await page(n))),
    forms: comeSteadily(rates.forms, form),
    pictures: comeSteadily(rates.pictures, async (n) => status(await picture(n))),
  }
  return {
    async stop() {
      const [pages, forms, pictures] = await Promise.all([
        streams.pages(),
        streams.forms(),
        streams.pictures(),
      ])
      return { pages, forms, pictures, acknowledged }
    },
  }
}

const good = 'good'
const told = ({ status }: Visit) => (status === 0 ? 'no answer' : String(status))
const status = (answer: Visit) => (answer.status === 200 ? good : told(answer))
const whole = (answer: Visit) =>
  answer.status === 200 && !answer.body.includes('</html>') ? '200, not whole' : status(answer)

function ask(
  site: SiteUnderAttack,
  path: string,
  headers: Record<string, string> = {},
  fields?: Record<string, string>,
): Promise<Visit> {
  return visit({ url: site.url + path, localAddress: nextAddress(), headers, fields })
}

function pictureFor(site: SiteUnderAttack, n: number): string {
  const { pictures } = site
  const next = n % 8 === 0 ? commonPictures + site.furtherPictures++ : n % commonPictures
  return pictures[next % pictures.length] ?? '/'
}

/** Has the common pictures be made. @throws Error when one can't be had */
export async function seePictures(site: SiteUnderAttack): Promise<void> {
  for (const path of site.pictures.slice(0, commonPictures)) {
    const { status } = await ask(site, path, webp)
    if (status !== 200) throw new Error(`${path} is answered by ${status}`)
  }
}

/** Calls `come` so often a second and takes down what each told and how long after its time. */
function comeSteadily(perSecond: number, come: (n: number) => Promise<string>) {
  const fared: Fared = { times: [], wrong: {} }
  const under: Promise<void>[] = []
  const started = performance.now()
  let came = 0
  const timer = setInterval(() => {
    for (;;) {
      const planned = started + ((came + 1) * 1000) / perSecond
      if (planned > performance.now()) return
      under.push(
        come(came++).then((told) => {
          fared.times.push(performance.now() - planned)
          if (told !== good) fared.wrong[told] = (fared.wrong[told] ?? 0) + 1
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
