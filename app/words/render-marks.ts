import { isolateNumbers } from '../language/isolate.ts'
import type { Language } from '../language/language.ts'
import { end, start, withoutMarks } from './marks.ts'

/** Parts of a page: elements that contain only text or no HTML, comments, tags, and text. */
const parts =
  /<(script|style|title|textarea|option|svg)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<(\/?)([a-z][\w-]*)(?![\w-])[^>]*>|[^<]+/g
const special = /[\ue000\ue001\u2066-\u2069]/
const empty = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/

/**
 * Returns a page whose marked texts are in elements with `lang="en"`, and whose isolates are `<bdi>` elements. Removes
 * the marks where elements are not possible. A mark without an end ends with the element that it is in. In a
 * right-to-left language, ranges, prices, and percentages are isolates.
 */
export function renderMarks(html: string, { direction }: Pick<Language, 'direction'>): string {
  const isMirrored = direction === 'rtl'
  if (!isMirrored && !special.test(html)) return html
  let depth = 0
  /** The depths of the elements in which open marks started. */
  let open: number[] = []
  return html.replace(parts, (part: string, isText?: string, close?: string, tag?: string) => {
    if (tag) {
      if (close) depth--
      else if (!empty.test(tag) && !part.endsWith('/>')) depth++
      open = open.filter((at) => at <= depth)
    }
    const isElement = part.startsWith('<')
    const isTitle = isText === 'title' || isText === 'option'
    if (isMirrored && isTitle) return withoutMarks(part.replace(/>[^<]+/, isolateNumbers))
    if (isElement) return withoutMarks(part)
    const text = isMirrored && /\d/.test(part) ? isolateNumbers(part) : part
    if (open.length === 0 && !special.test(text)) return text
    return text
      .split(/([\ue000\ue001])/)
      .map((text) => {
        if (text === start) open.push(depth)
        else if (text === end) open.pop()
        else return open.length && text.trim() ? `<span lang="en" dir="ltr">${text}</span>` : text
        return ''
      })
      .join('')
      .replace(/([\u2066\u2068])([^\u2066-\u2069<]*)\u2069/g, (_, mark: string, text: string) =>
        mark === '\u2066' ? `<bdi dir="ltr">${text}</bdi>` : `<bdi>${text}</bdi>`,
      )
  })
}
