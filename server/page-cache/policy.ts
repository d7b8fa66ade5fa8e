/** How pages at some paths may be kept. */
export interface Policy {
  /** The whole path, as it is written in lower case without a slash at its end. */
  path: RegExp
  /**
   * For how long a page is good though nothing was published, in seconds. Publishing drops it at
   * once: this bounds what depends on the time or on the leads, and any event that got lost.
   */
  seconds: number
  /** The query parameters that change the page. With one of them it is not kept. */
  query?: readonly string[]
}

const tenMinutes = 600
/** Pages with live figures or a countdown, whose first values age. */
const tenSeconds = 10

/** Every page that may be kept, the first match wins. What is not listed is made for each visitor. */
const policies: readonly Policy[] = [
  { path: /^\/(business|waitlist|confirmation)?$/, seconds: tenSeconds },
  { path: /^\/affiliates\/challenge$/, seconds: tenSeconds },
  { path: /^\/affiliate\/apply\/[a-z0-9-]+(\/submitted)?$/, seconds: tenSeconds },
  { path: /^\/support\/(help|faq)$/, seconds: tenMinutes, query: ['q'] },
  { path: /^\/(index|onboarding|affiliates)$/, seconds: tenMinutes },
  { path: /^\/(affiliates|services|business|support)\/[a-z0-9-]+$/, seconds: tenMinutes },
  { path: /^\/(services\/professional\/apply|support\/contact\/sent)$/, seconds: tenMinutes },
  // Stands for every path where nothing is.
  { path: /^\/-\/missing$/, seconds: tenMinutes },
  { path: /^\/(sitemap\.xml|robots\.txt|gallery\.json)$/, seconds: tenMinutes },
]

/** How the page at a path may be kept; undefined: not at all. */
export function policyOf(path: string): Policy | undefined {
  return policies.find((policy) => policy.path.test(path))
}
