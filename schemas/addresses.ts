/** The site's routing rules that validation needs. The site passes them in, because schemas don't know its routes. */
export interface Addresses {
  /** Returns whether a page, a file, or the server already uses a path, so that no document can. */
  isTaken(path: string): boolean
  /** Returns whether a text can be the code of a language: a tag such as `ar` or `pt-br`, but not `en`. */
  isLanguageCode(code: string): boolean
  /** Returns the slug of the page that a path can have, or undefined if no page built from sections can be there. */
  pageSlug(path: string): string | undefined
  /** Returns the path of a document's page, or undefined if it has no page or no slug yet. */
  pageAddress(type: string, slug: string | undefined): string | undefined
  /** The document types whose documents are pages, with their slug in the path. */
  typesWithAddress: readonly string[]
  /** The document types that links can refer to. */
  linkTypes: readonly string[]
}
