/** The value of a link. Any part can be missing while an editor types. */
export interface LinkValue {
  page?: { _ref?: string }
  view?: string
  anchor?: string
  query?: string
  url?: string
}

/** Checks that a link leads to exactly one target. Returns the error for the editor, or true. */
export function checkLink(value: LinkValue | undefined) {
  if (!value) return true
  const { page, url } = value
  if (page?._ref && url) return 'Choose a page or enter an outside URL, not both.'
  return page?._ref || url ? true : 'Choose a page or enter an outside URL.'
}

/** Checks the name of a part of a page. Returns the error for the editor, or true. */
export function checkAnchor(value: string | undefined) {
  return !value || /^[^\s#?]+$/.test(value) ? true : 'Remove #, ?, and spaces.'
}
