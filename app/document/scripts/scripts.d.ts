/** A script that is to stand in pages, as short text: see in-page.ts. */
declare module '*.js?in-page' {
  const script: string
  export default script
}

/** The address of a script with all that it imports, which a page loads by itself: see bundled.ts. */
declare module '*?script' {
  const address: string
  export default address
}
