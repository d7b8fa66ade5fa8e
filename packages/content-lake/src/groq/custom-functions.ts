/** Matches strings and comments, which contain no calls. */
export const TEXT_OR_COMMENT: RegExp =
  /"(?:[^"\\]|\\u\{[^}]*\}|\\u[^{][\s\S]{3}|\\[^u])*"|'(?:[^'\\]|\\u\{[^}]*\}|\\u[^{][\s\S]{3}|\\[^u])*'|\/\/[^\n]*/g
const SPACE = '[\\s\\u0085]*'
const DECLARATION = new RegExp(
  `^${SPACE}fn${SPACE}([A-Za-z_]\\w*)${SPACE}::${SPACE}([A-Za-z_]\\w*)`,
)
const CALL = new RegExp(
  `(?<![A-Za-z_])(?:([A-Za-z_]\\w*)::${SPACE})?([A-Za-z_]\\w*)${SPACE}\\(`,
  'g',
)

/** groq-js treats any query that starts like this as a query with custom functions. */
const BEGINNING = /^(?:[\s\u0085]|\/\/[^\n]*\n)*fn/

/**
 * Returns the length of a query in characters after groq-js has expanded its custom functions, or an upper bound.
 * groq-js replaces each call with the function's body, and expands each declaration separately, too. Returns
 * `Infinity` for a function that calls itself and for an unterminated string.
 */
export function expandedLength(query: string): number {
  if (!BEGINNING.test(query)) return query.length
  const code = query.replace(TEXT_OR_COMMENT, (found) => ' '.repeat(found.length))
  // After an unterminated string, groq-js may read text as code.
  if (/["'\\]/.test(code)) return Number.POSITIVE_INFINITY
  const parts = code.split(';')
  const main = parts.pop() ?? ''
  // If two functions have the same name, the last one is used.
  const bodies = new Map(parts.map((part) => [nameOf(part), part]))
  const lengths = new Map<string, number>()

  function lengthOf(part: string): number {
    let length = part.length
    for (const [, namespace = 'global', name] of part.matchAll(CALL)) {
      length += lengthOfCall(`${namespace}::${name}`)
    }
    return length
  }

  function lengthOfCall(id: string): number {
    const body = bodies.get(id)
    if (body === undefined) return 0
    const known = lengths.get(id)
    if (known !== undefined) return known
    // Until its length is known, the function counts as infinite, so that recursion returns `Infinity`.
    lengths.set(id, Number.POSITIVE_INFINITY)
    // Remove the declaration's name, which looks like a call.
    const length = lengthOf(body.replace(DECLARATION, (found) => ' '.repeat(found.length)))
    lengths.set(id, length)
    return length
  }

  return [...bodies.keys()].reduce((sum, id) => sum + lengthOfCall(id), lengthOf(main))
}

function nameOf(declaration: string): string {
  const [, namespace, name] = DECLARATION.exec(declaration) ?? []
  return `${namespace}::${name}`
}
