/** The cookie by which a browser is in preview. Whoever sends it never gets a cached page. */
export const previewCookie = 'preview'
