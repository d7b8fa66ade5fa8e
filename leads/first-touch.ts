import { cleanText } from './clean-text.ts'
import { jsonRecord } from './json-record.ts'

/** How a visitor came here first. Contains nothing that tells visitors apart; unknown values are absent. */
export interface FirstTouch {
  source?: string
  medium?: string
  campaign?: string
  term?: string
  content?: string
  /** The host of the page that led here. */
  referrer?: string
  /** The path of the first page of this site. */
  landing?: string
}

/** Longer than any campaign is called. */
const longest = 200

/** The parameters that travel along the site's own links (first-touch.js): Google Analytics' five, and two of ours. */
const parameters: Readonly<Record<keyof FirstTouch, string>> = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
  referrer: 'utm_referrer',
  landing: 'utm_landing',
}

/** Reads the first touch from a URL's parameters, without invalid values, each at most 200 characters; else undefined. */
export function firstTouchOf(params: URLSearchParams): FirstTouch | undefined {
  const known = Object.entries(parameters)
    .map(([key, name]) => [key, plain(params.get(name) ?? '')] as const)
    .filter(([key, value]) => value !== '' && (shapes[key]?.test(value) ?? true))
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

/** Returns the first touch of a submitted form: from its hidden field, else from the URL of its page (Referer). */
export function touchParams(field: string, referer: string | null): URLSearchParams {
  const search = field || (referer && URL.canParse(referer) ? new URL(referer).search : '')
  const given = new URLSearchParams(search.slice(0, 8 * longest))
  const names = Object.values(parameters)
  return new URLSearchParams([...given].filter(([name]) => names.includes(name)))
}

/** What is counted as a campaign: its name, '' without one. */
export function campaignOf(params: URLSearchParams): string {
  return plain(params.get(parameters.campaign) ?? '')
}

/** Where a stored lead's visitor came from: `utm_source`, else the referring host, else `direct`. */
export function originOf(firstTouch: string | null): { source: string; campaign: string } {
  const touch = jsonRecord(firstTouch)
  const text = (key: string) => (typeof touch[key] === 'string' ? touch[key].trim() : '')
  return { source: text('source') || text('referrer') || 'direct', campaign: text('campaign') }
}

const shapes: Readonly<Record<string, RegExp>> = {
  referrer: /^[a-z\d.-]+(:\d+)?$/i,
  landing: /^\/[^\s?#]*$/,
}

const plain = (text: string) =>
  cleanText(text.replace(/[\p{Cc}\p{Cs}]+/gu, ' '))
    .slice(0, longest)
    // Half of a pair is no character.
    .replace(/[\ud800-\udbff]$/, '')
