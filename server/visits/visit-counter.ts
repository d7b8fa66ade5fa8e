import type { IncomingMessage } from 'node:http'
import { campaignOf } from 'halvi-leads/first-touch'
import { isbot } from 'isbot'
import { visitLimits } from '../limits.ts'

/** How often pages were seen, by page and campaign ('' without one), in an hour (ISO 8601 in UTC). */
export interface SeenPage {
  hour: string
  path: string
  campaign: string
  seen: number
}

/** What campaigns beyond the limit are counted as. */
const otherCampaigns = '(other)'

/**
 * Counts the pages that people see, in memory: nothing of a visitor is kept, and nothing that the page
 * cache does is slowed by more than a microsecond. Left out are programs, by the name that they give
 * themselves, and what browsers fetch before anybody asks for it. What they have made ready to be shown
 * (`Sec-Purpose: prefetch;prerender`) counts: showing it is no request any more.
 */
export class VisitCounter {
  #seen = new Map<string, number>()
  #seenOfCampaigns = new Map<string, Map<string, number>>()
  #hour = hourOf(Date.now())
  /** Until when the hour goes on, in milliseconds since 1970. */
  #hourEnds = endOf(this.#hour)
  #ended: SeenPage[] = []
  readonly #campaigns = new Set<string>()
  readonly #isBot = new Map<string, boolean>()

  /** Takes note that a page is sent to whoever asked for it. */
  count(path: string, { method, url = '', headers }: IncomingMessage): void {
    if (method !== 'GET' || this.#isProgram(headers['user-agent'])) return
    const purpose = headers['sec-purpose'] ?? headers.purpose
    if (typeof purpose === 'string' && !purpose.includes('prerender')) return
    if (Date.now() >= this.#hourEnds) this.#endHour()
    if (url.includes('utm_campaign=')) this.#countCampaign(path, url)
    else this.#seen.set(path, (this.#seen.get(path) ?? 0) + 1)
  }

  /** What has been counted since the last time. */
  take(): SeenPage[] {
    this.#endHour()
    const taken = this.#ended
    this.#ended = []
    return taken
  }

  #countCampaign(path: string, url: string): void {
    const given = campaignOf(new URLSearchParams(url.slice(url.indexOf('?'))))
    const campaign = given === '' || this.#isKnown(given) ? given : otherCampaigns
    const pages =
      campaign === ''
        ? this.#seen
        : (this.#seenOfCampaigns.get(campaign) ?? new Map<string, number>())
    pages.set(path, (pages.get(path) ?? 0) + 1)
    if (campaign !== '') this.#seenOfCampaigns.set(campaign, pages)
  }

  /** Anybody may invent campaigns: so many have a name of their own in a day. */
  #isKnown(campaign: string): boolean {
    if (this.#campaigns.has(campaign)) return true
    if (this.#campaigns.size >= visitLimits.campaigns) return false
    this.#campaigns.add(campaign)
    return true
  }

  #isProgram(userAgent = ''): boolean {
    const known = this.#isBot.get(userAgent)
    if (known !== undefined) return known
    const is = userAgent === '' || isbot(userAgent.slice(0, visitLimits.userAgentLength))
    if (this.#isBot.size >= visitLimits.userAgents) this.#isBot.clear()
    if (userAgent.length <= visitLimits.userAgentLength) this.#isBot.set(userAgent, is)
    return is
  }

  #endHour(): void {
    const hour = this.#hour
    const rows = [['', this.#seen] as const, ...this.#seenOfCampaigns]
    for (const [campaign, pages] of rows) {
      for (const [path, seen] of pages) this.#ended.push({ hour, path, campaign, seen })
    }
    this.#seen = new Map()
    this.#seenOfCampaigns = new Map()
    this.#hour = hourOf(Date.now())
    this.#hourEnds = endOf(this.#hour)
    if (hour.slice(0, 10) !== this.#hour.slice(0, 10)) this.#campaigns.clear()
  }
}

const hourOf = (time: number) => `${new Date(time).toISOString().slice(0, 13)}:00:00.000Z`

const endOf = (hour: string) => Date.parse(hour) + 3_600_000
