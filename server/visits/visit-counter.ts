import type { IncomingMessage } from 'node:http'
import { campaignOf } from 'halvi-leads'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { visitLimits } from '../limits.ts'

/** The number of views of a page per hour (ISO 8601 in UTC) and campaign ('' without a campaign). */
export interface SeenPage {
  hour: string
  path: string
  campaign: string
  seen: number
}

/** The campaign under which all campaigns above the limit are counted. */
const otherCampaigns = '(other)'

const hourMs = 3_600_000

/**
 * Counts page views in memory, without data of visitors. Bots, detected by their user agent, and prefetched pages
 * don't count. Prerendered pages count, because showing them sends no further request.
 */
export class VisitCounter {
  /** Views by campaign, then by path. */
  #seen = new Map<string, Map<string, number>>()
  /** The current hour, in hours since 1970. */
  #hour = Math.floor(Date.now() / hourMs)
  #ended: SeenPage[] = []
  readonly #campaigns = new Set<string>()
  readonly #isBot = new LRUCache<string, boolean>({ max: visitLimits.userAgents })

  /** Counts a page that is sent in response to a request. */
  count(path: string, { method, url = '', headers }: IncomingMessage): void {
    if (method !== 'GET' || this.#isProgram(headers['user-agent'])) return
    const purpose = headers['sec-purpose'] ?? headers.purpose
    if (typeof purpose === 'string' && !purpose.includes('prerender')) return
    if (Date.now() >= (this.#hour + 1) * hourMs) this.#endHour()
    const campaign = url.includes('utm_campaign=') ? this.#campaignOf(url) : ''
    const pages = this.#seen.get(campaign) ?? new Map()
    this.#seen.set(campaign, pages.set(path, (pages.get(path) ?? 0) + 1))
  }

  /** Returns the views counted since the last call. */
  take(): SeenPage[] {
    this.#endHour()
    return this.#ended.splice(0)
  }

  /**
   * Returns the campaign of a URL. Anyone can invent campaigns, so only a limited number per day is counted by name.
   */
  #campaignOf(url: string): string {
    const campaign = campaignOf(new URLSearchParams(url.slice(url.indexOf('?'))))
    if (campaign === '' || this.#campaigns.has(campaign)) return campaign
    if (this.#campaigns.size >= visitLimits.campaigns) return otherCampaigns
    this.#campaigns.add(campaign)
    return campaign
  }

  #isProgram(userAgent = ''): boolean {
    const known = this.#isBot.get(userAgent)
    if (known !== undefined) return known
    const is = userAgent === '' || isbot(userAgent.slice(0, visitLimits.userAgentLength))
    if (userAgent.length <= visitLimits.userAgentLength) this.#isBot.set(userAgent, is)
    return is
  }

  #endHour(): void {
    const hour = new Date(this.#hour * hourMs).toISOString()
    for (const [campaign, pages] of this.#seen) {
      for (const [path, seen] of pages) this.#ended.push({ hour, path, campaign, seen })
    }
    this.#seen = new Map()
    this.#hour = Math.floor(Date.now() / hourMs)
    // A new day in UTC.
    if (hour.slice(0, 10) !== new Date(this.#hour * hourMs).toISOString().slice(0, 10)) {
      this.#campaigns.clear()
    }
  }
}
