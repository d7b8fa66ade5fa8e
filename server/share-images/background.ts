import { logoPaths } from '../../app/components/layout/logo.tsx'
import {
  contactAngle,
  latticeStar,
  latticeTile,
  path,
  tileSize,
} from '../../app/components/motif/geometry.ts'
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

/** The side length of a tile, in pixels. */
const tile = 210

/** Returns the background of a share image as SVG: the lattice in a hue, one star in saffron, and the logo. */
export function background(hue: string): string {
  const [ground, lines] = colours.get(hue) ?? brandColours
  const { width, height } = sharingSize
  const contact = contactAngle(hue)
  const lit = `translate(${tile * 4} ${tile}) scale(${tile / tileSize})`
  const fullSize = `width="${width}" height="${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${fullSize}>
<defs>
<pattern id="tile" width="${tileSize}" height="${tileSize}" patternUnits="userSpaceOnUse" patternTransform="scale(${tile / tileSize})"><path d="${latticeTile(contact)}" fill="none" stroke="${lines}" stroke-width=".6"/></pattern>
<radialGradient id="fade" cx=".95" cy=".3" r=".8"><stop offset=".25" stop-color="#fff"/><stop offset=".95" stop-color="#000"/></radialGradient>
<mask id="right"><rect ${fullSize} fill="url(#fade)"/></mask>
</defs>
<rect ${fullSize} fill="${ground}"/>
<rect ${fullSize} fill="url(#tile)" mask="url(#right)"/>
<path transform="${lit}" fill="${saffron}" d="${path(latticeStar(contact))}"/>
<g transform="translate(112 104)"><path fill="${parchment}" d="${logoPaths.body}"/><path fill="none" stroke="${evergreen}" stroke-width="1.8" d="${logoPaths.lines}"/><path fill="${saffron}" d="${logoPaths.heart}"/></g>
</svg>`
}
