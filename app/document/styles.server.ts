import letterStyles from '../styles/letters.css?inline'
import rules from '../styles/styles.css?inline&rules'
import file from '../styles/styles.css?url'
import type { Rules } from './style-rules.ts'

export { letterStyles }

/**
 * Returns the address of the stylesheet's file, or undefined for a page that contains its styles. First visits get the
 * styles in the page. Visitors from another page of this site get the file, which the browser caches (Fetch Metadata,
 * https://www.w3.org/TR/fetch-metadata/).
 */
export function stylesheetFor({ headers }: Request, inPreview: boolean): string | undefined {
  const isFromThisSite = headers.get('sec-fetch-site') === 'same-origin'
  // Previews change without loading the page again. In development, Vite replaces the file when it changes.
  return isFromThisSite || inPreview || import.meta.env.DEV ? file : undefined
}

/**
 * Puts the rules that a page uses in the place of the placeholder, each with the selectors whose classes and hues the page
 * has. Elements that scripts add have classes in `data-classes`.
 */
export function fillInStyles(page: string, placeholder: string): string {
  const names = page.matchAll(/ (?:data-classes|class|data-hue)="([^"]*)"/g)
  const used = new Set(Array.from(names).flatMap(([, list = '']) => list.split(' ')))
  return page.replace(placeholder, () => textOf(rules, used))
}

function textOf(rules: Rules, used: ReadonlySet<string>): string {
  const texts = rules.map((rule) => {
    if ('rules' in rule) {
      const inner = textOf(rule.rules, used)
      return inner && `${rule.start}${inner}}`
    }
    const selectors = rule.selectors.filter(([, required]) =>
      required.every((one) => used.has(one)),
    )
    return selectors.length > 0 ? selectors.map(([text]) => text).join(',') + rule.body : ''
  })
  return texts.join('')
}
