import letterStyles from '../styles/letters.css?inline'
import stylesheet from '../styles/styles.css?inline'
import file from '../styles/styles.css?url'

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
 * Puts the rules that a page uses in the place of the placeholder. A page uses a rule if it has all classes of one of its
 * selectors. Elements that scripts add have classes in `data-classes`.
 */
export function fillInStyles(page: string, placeholder: string): string {
  const names = page.matchAll(/ (?:data-classes|class)="([^"]*)"/g)
  const used = new Set(Array.from(names).flatMap(([, list = '']) => list.split(' ')))
  return page.replace(placeholder, () => textOf(rules, used))
}

interface Rule {
  text: string
  /** The classes that each selector requires. Classes in parentheses, as in `:not(.a)`, are not required. */
  selectors: string[][]
}

/** An at-rule that contains rules, such as a media query. */
interface Group {
  start: string
  rules: (Rule | Group)[]
}

const rules = parse(stylesheet.replace(/\/\*.*?\*\//gs, ''))

/** Parses a minified stylesheet without braces in strings. */
function parse(css: string): Group['rules'] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: mark, index } of css.matchAll(/[{};]/g)) {
    depth += { '{': 1, '}': -1 }[mark] ?? 0
    if (depth > 0) continue
    found.push(css.slice(start, index + 1))
    start = index + 1
  }
  return found.map((text) => {
    const head = text.slice(0, text.indexOf('{') + 1)
    if (/^@(layer|media|supports)/.test(head)) {
      return { start: head, rules: parse(text.slice(head.length, -1)) }
    }
    return { text, selectors: head.startsWith('@') ? [[]] : requiredClasses(head) }
  })
}

function requiredClasses(selectors: string): string[][] {
  const innermost = /(?<!\\)\((\\.|[^()\\])*\)/g
  let outer = selectors
  while (outer.search(innermost) !== -1) outer = outer.replace(innermost, '')
  return outer
    .split(/(?<!\\),/)
    .map((one) => Array.from(one.matchAll(/\.((?:\\.|[\w-])+)/g), ([, name = '']) => name))
    .map((names) => names.map((name) => name.replaceAll('\\', '')))
}

function textOf(rules: Group['rules'], used: ReadonlySet<string>): string {
  const texts = rules.map((rule) => {
    if ('text' in rule) {
      const isUsed = rule.selectors.some((names) => names.every((name) => used.has(name)))
      return isUsed ? rule.text : ''
    }
    const inner = textOf(rule.rules, used)
    return inner && `${rule.start}${inner}}`
  })
  return texts.join('')
}
