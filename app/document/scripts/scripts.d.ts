/** A script as minified text, to be inlined in pages: see inline-scripts.ts. */
declare module '*.js?in-page' {
  const script: string
  export default script
}

/** The address of a script that is bundled with its imports: see bundled.ts. */
declare module '*?script' {
  const address: string
  export default address
}
