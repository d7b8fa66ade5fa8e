/** The public address of the site in tests with a page cache. */
export const siteUrl = 'https://halvi.test'

/** Returns the links to the languages of a page, by language. */
export const alternatesOf = (html: string) =>
  Object.fromEntries(
    [
      ...html.matchAll(/<(?:xhtml:)?link rel="alternate" href[lL]ang="([^"]+)" href="([^"]+)"/g),
    ].map(([, tag = '', href = '']) => [tag, href.replace(siteUrl, '') || '/']),
  )
