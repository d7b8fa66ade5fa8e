/** Returns the id of a version's or draft's published document. */
export const publishedId = (id: string) => id.replace(/^(drafts|versions\.[^.]+)\./, '')
