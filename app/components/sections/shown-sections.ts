import type { Section } from 'halvi-site/content/shapes'

/** Maximum number of list items on a page. The sections below them are left out: they would delay other pages. */
const maxItems = 500

/** Returns the sections that have room on a page. */
export function shownSections<Shown extends Section>(sections: readonly Shown[]): Shown[] {
  let left = maxItems
  return sections.filter((section) => {
    left -= Object.values(section).flatMap((field) => (Array.isArray(field) ? field : [])).length
    return left >= 0
  })
}
