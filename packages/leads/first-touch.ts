import { cleanText } from './clean-text.ts'
import { jsonRecord } from './json-record.ts'

/** How a visitor first reached the site. Contains nothing that identifies a visitor. Unknown values are absent. */
export interface FirstTouch {
  source?: string
  medium?: string
  campaign?: string
  term?: string
  content?: string
  /** Host of the page that linked to the site. */
  referrer?: string
  /** Path of the first page that the visitor saw. */
  landing?: string
}

/** Maximum length of a value, in characters. */
const maxLength = 200

/**
 * Query parameters that the site's own links carry along (first-touch.js): five of Google Analytics, and two of
 * Halvi.
 */
const parameters: Readonly<Record<keyof FirstTouch, string>> = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
  referrer: 'utm_referrer',
  landing: 'utm_landing',
}

/**
 * Returns the first touch in a URL's parameters, or undefined if they contain none of it. Omits invalid values, and
 * shortens values to 200 characters.
 */
export function firstTouchOf(params: URLSearchParams): FirstTouch | undefined {
  const known = Object.entries(parameters)
    .map(([key, name]) => [key, plain(params.get(name) ?? '')] as const)
    .filter(([key, value]) => value !== '' && (shapes[key]?.test(value) ?? true))
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

/**
 * Returns the first-touch parameters of a submitted form: from its hidden field, or from the URL of its page
 * (Referer).
 */
export function touchParams(field: string, referer: string | null): URLSearchParams {
  const search = field || (referer && URL.canParse(referer) ? new URL(referer).search : '')
  const given = new URLSearchParams(search.slice(0, 8 * maxLength))
  const names = Object.values(parameters)
  return new URLSearchParams([...given].filter(([name]) => names.includes(name)))
}

/** Returns the campaign name to count by; '' without a campaign. */
export function campaignOf(params: URLSearchParams): string {
  return plain(params.get(parameters.campaign) ?? '')
}

/** Returns the source of a stored lead's visitor: `utm_source`, or the referring host, or `direct`. */
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
    .slice(0, maxLength)
    // Half of a surrogate pair is not a character.
    .replace(/[\ud800-\udbff]$/, '')
