/** An icon of Lucide as data. Each is a file of its own, so that a build contains only the icons in use. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  const shapes: ['path' | 'circle' | 'rect' | 'line' | 'polyline', Record<string, string>][]
  export default shapes
}
