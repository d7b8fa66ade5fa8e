/** What the site's addresses are, as far as rules for documents ask: only the site knows them. */
export interface Addresses {
  /** True where no document can have its address: a page, a file or the server answers there. */
  isTaken(path: string): boolean
  /** The path of a document's page; undefined for what is no page, or has no slug yet. */
  pageAddress(type: string, slug: string | undefined): string | undefined
  /** The types of which each document is a page, at an address made of its slug. */
  typesWithAddress: readonly string[]
}
