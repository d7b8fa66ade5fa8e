import type { Plugin } from 'vite'

/** A rule of the stylesheet. An at-rule such as a font has one empty selector. */
interface Rule {
  /** Each selector, and the classes and hues that it requires. Those in parentheses, as in `:not(.a)`, are not. */
  selectors: [text: string, required: string[]][]
  body: string
}

/** An at-rule that contains rules, such as a media query. */
interface Group {
  start: string
  rules: Rules
}

export type Rules = (Rule | Group)[]

/**
 * Returns a Vite plugin that turns a stylesheet imported with `?inline&rules` into its rules, so that the server can put
 * those that a page uses into the page. In development, where pages link to the stylesheet, it has none.
 */
export function styleRules(): Plugin {
  let isBuild = false
  return {
    name: 'style-rules',
    // After Vite, which turns the stylesheet into a module that exports its minified text.
    enforce: 'post',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    transform(code, id) {
      if (!id.endsWith('.css?inline&rules')) return
      const text = /^export default (".*")/s.exec(code)?.[1]
      if (isBuild && !text) throw new Error(`Vite returned no stylesheet for ${id}`)
      const rules = isBuild && text ? rulesOf(JSON.parse(text).replace(/\/\*.*?\*\//gs, '')) : []
      return `export default ${JSON.stringify(rules)}`
    },
  }
}

function rulesOf(css: string): Rules {
  return split(css, /[};]/).map((text) => {
    const [start = '', head = ''] = /^([^{]*)\{/.exec(text) ?? []
    if (/^@(layer|media|supports)/.test(start)) {
      return { start, rules: rulesOf(text.slice(start.length, -1)) }
    }
    if (text.startsWith('@')) return { selectors: [['', []]], body: text }
    const selectors = split(`${head},`, /,/).map((one) => one.slice(0, -1))
    return {
      selectors: selectors.map((one) => [one, requiredIn(one)]),
      body: text.slice(head.length),
    }
  })
}

/** Splits minified CSS after each mark that is outside of brackets and not escaped. */
function split(css: string, mark: RegExp): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: token, index } of css.matchAll(/\\.|[{}(),;]/g)) {
    depth += { '{': 1, '(': 1, '}': -1, ')': -1 }[token] ?? 0
    if (depth > 0 || !mark.test(token) || token.startsWith('\\')) continue
    parts.push(css.slice(start, index + 1))
    start = index + 1
  }
  return parts
}

function requiredIn(selector: string): string[] {
  const innermost = /(?<!\\)\((\\.|[^()\\])*\)/g
  let outer = selector
  while (outer.search(innermost) !== -1) outer = outer.replace(innermost, '')
  return Array.from(outer.matchAll(/(?:\.|\[data-hue=)((?:\\.|[\w-])+)/g), ([, name = '']) =>
    name.replaceAll('\\', ''),
  )
}
