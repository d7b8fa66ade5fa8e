import { logoPaths } from '../../app/components/layout/logo.tsx'
import { sharingSize } from '../../app/seo/share-image.ts'

/**
 * Background and line colors of each hue: the design tokens converted to sRGB, because librsvg does not support
 * oklch.
 */
const colours: ReadonlyMap<string, readonly [ground: string, lines: string]> = new Map([
  ['local', ['#1e3212', '#739163']],
  ['mall', ['#342341', '#947aa8']],
  ['eats', ['#442017', '#ae7667']],
  ['rides', ['#162c48', '#6788b3']],
  ['professionals', ['#003437', '#489498']],
  ['insurance', ['#382901', '#9b8350']],
])
const brandColours = ['#073021', '#5a9579'] as const

/** The color of text on share images. */
export const parchment = '#f8f4ea'
const evergreen = '#044f36'
const saffron = '#f4b43d'

/** One tile of the lattice, as in `app/styles/lattice.svg`: a star, and those in the corners. The tile's size is 100. */
const star =
  'M100 50L79.1 62.1L85.4 85.4L62.1 79.1L50 100L37.9 79.1L14.6 85.4L20.9 62.1L0 50L20.9 37.9L14.6 14.6L37.9 20.9L50 0L62.1 20.9L85.4 14.6L79.1 37.9Z'
const corners =
  'M14.6 14.6L0 10.7L-14.6 14.6L-10.7 0L-14.6 -14.6L0 -10.7L14.6 -14.6L10.7 0ZM114.6 14.6L100 10.7L85.4 14.6L89.3 0L85.4 -14.6L100 -10.7L114.6 -14.6L110.7 0ZM114.6 114.6L100 110.7L85.4 114.6L89.3 100L85.4 85.4L100 89.3L114.6 85.4L110.7 100ZM14.6 114.6L0 110.7L-14.6 114.6L-10.7 100L-14.6 85.4L0 89.3L14.6 85.4L10.7 100Z'

/**
 * Returns the background of a share image as SVG: the lattice in a hue, one star in saffron, and the logo. The image of
 * a right-to-left page is mirrored, except for the logo.
 */
export function background(hue: string, isRightToLeft: boolean): string {
  const [ground, lines] = colours.get(hue) ?? brandColours
  const { width, height } = sharingSize
  const fullSize = `width="${width}" height="${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${fullSize}>
<defs>
<pattern id="tile" width="100" height="100" patternUnits="userSpaceOnUse" patternTransform="scale(2.1)"><path d="${star}${corners}" fill="none" stroke="${lines}" stroke-width=".6"/></pattern>
<radialGradient id="fade" cx=".95" cy=".3" r=".8"><stop offset=".25" stop-color="#fff"/><stop offset=".95" stop-color="#000"/></radialGradient>
<mask id="right"><rect ${fullSize} fill="url(#fade)"/></mask>
</defs>
<rect ${fullSize} fill="${ground}"/>
<g${isRightToLeft ? ` transform="translate(${width} 0) scale(-1 1)"` : ''}>
<rect ${fullSize} fill="url(#tile)" mask="url(#right)"/>
<path transform="translate(840 0) scale(2.1)" fill="${saffron}" d="${star}"/>
</g>
<g transform="translate(${isRightToLeft ? width - 112 : 112} 104)"><path fill="${parchment}" d="${logoPaths.body}"/><path fill="none" stroke="${evergreen}" stroke-width="1.8" d="${logoPaths.lines}"/><path fill="${saffron}" d="${logoPaths.heart}"/></g>
</svg>`
}
