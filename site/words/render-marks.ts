import { isolateNumbers } from '../language/isolate.ts'
import type { Language } from '../language/language.ts'
import { keepTogether, keepWithElements } from './keep-together.ts'
import { end, start, withoutMarks } from './marks.ts'

/** Parts of a page: elements that contain only text or no HTML, comments, tags, and text. */
const parts =
  /<(script|style|title|textarea|option|svg)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<(\/?)([a-z][\w-]*)(?![\w-])[^>]*>|[^<]+/g
const special = /[\ue000\ue001\u2066-\u2069]/
const isolates = /([\u2066\u2068])(\u202d?)([^\u2066-\u2069<\u202c]*)\u202c?\u2069/g
const number = /\p{Nd}/u
const rangeOrPercent = /\p{Nd}\s?[%٪–-]/u
/** Characters of a number with its unit that stays on one line. A longer one is a number in an English sentence. */
const oneLine = 24
/** Elements whose text is a sentence or the cell of a table. In others, an element could change the layout. */
const prose = /^(p|li|td|th|dd|h\d|strong|em|b)$/
const empty = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/

/**
 * Returns a page whose marked texts are in elements with `lang="en"`, and whose isolates are `<bdi>` elements. Removes
 * the marks where elements are not possible. A mark without an end ends with the element that it is in. In a
 * right-to-left language, numbers with signs are isolates. Percentages and ranges stay on one line with their names.
 */
export function renderMarks(html: string, { direction }: Pick<Language, 'direction'>): string {
  const isMirrored = direction === 'rtl'
  const tags: string[] = []
  /** The depths of the elements in which open marks started. */
  let open: number[] = []
  // React separates texts with comments, which would split numbers.
  const whole = html.replaceAll('<!-- -->', '')
  if (!isMirrored && !special.test(whole) && !rangeOrPercent.test(whole)) return whole
  const marked = whole.replace(
    parts,
    (part: string, isText?: string, close?: string, tag?: string) => {
      if (tag) {
        if (close) tags.pop()
        else if (!empty.test(tag) && !part.endsWith('/>')) tags.push(tag)
        open = open.filter((at) => at <= tags.length)
      }
      const isElement = part.startsWith('<')
      const isTitle = isText === 'title' || isText === 'option'
      if (isMirrored && isTitle) return withoutMarks(part.replace(/>[^<]+/, isolateNumbers))
      if (isElement) return withoutMarks(part)
      const isolated = isMirrored && number.test(part) ? isolateNumbers(part) : part
      const text = special.test(isolated) || open.length ? withElements(isolated) : isolated
      return number.test(text) && prose.test(tags.at(-1) ?? '') ? keepTogether(text) : text
    },
  )
  return keepWithElements(marked)

  function withElements(text: string): string {
    return text
      .split(/([\ue000\ue001])/)
      .map((text) => {
        if (text === start) open.push(tags.length)
        else if (text === end) open.pop()
        else return open.length && text.trim() ? `<span lang="en" dir="ltr">${text}</span>` : text
        return ''
      })
      .join('')
      .replace(isolates, (_, mark: string, override: string, text: string) => {
        if (override) return `<bdo dir="ltr">${text}</bdo>`
        if (mark === '\u2066' && text.length > oneLine) return `<span dir="ltr">${text}</span>`
        return mark === '\u2066' ? `<bdi dir="ltr">${text}</bdi>` : `<bdi>${text}</bdi>`
      })
  }
}
