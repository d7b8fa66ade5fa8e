/** The rules of a stylesheet: see style-rules.ts. */
declare module '*.css?inline&rules' {
  const rules: import('../document/style-rules.ts').Rules
  export default rules
}
