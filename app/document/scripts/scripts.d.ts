/** A script that is to stand in pages, as short text: see in-page.ts. */
declare module '*.js?in-page' {
  const script: string
  export default script
}
