/** The text of a file. Vite puts it into the bundle. */
declare module '*?raw' {
  const text: string
  export default text
}
