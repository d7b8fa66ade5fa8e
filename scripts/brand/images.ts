import { logoPaths } from '../../app/components/layout/logo.tsx'
import { latticeStar, latticeTile, path, tileSize } from '../../app/components/motif/geometry.ts'

// The colors of the design tokens as sRGB, for programs that do not support oklch.
const evergreen = '#044f36'
const night = '#073021'
const parchment = '#f8f4ea'
const saffron = '#f4b43d'

/** Returns the logo as an SVG favicon, with colors for light and dark tabs. */
export function faviconSvg(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">
<style>.b{fill:${evergreen}}.l{stroke:${parchment}}@media(prefers-color-scheme:dark){.b{fill:${parchment}}.l{stroke:${evergreen}}}</style>
<path class="b" d="${logoPaths.body}"/><path class="l" fill="none" stroke-width="1.8" d="${logoPaths.lines}"/><path fill="${saffron}" d="${logoPaths.heart}"/>
</svg>
`
}

/**
 * Returns HTML with the logo on a dark square without margins. Home screens round the corners themselves.
 *
 * @param size the length of a side, in CSS pixels
 */
export function squareIconHtml(size: number): string {
  return `<body style="margin:0;background:${night}">
<svg width="${size}" height="${size}" viewBox="-42 -42 84 84"><path fill="${parchment}" d="${logoPaths.body}"/>
<path fill="none" stroke="${evergreen}" stroke-width="1.8" d="${logoPaths.lines}"/><path fill="${saffron}" d="${logoPaths.heart}"/></svg>`
}

/**
 * Returns the HTML of the image for shared links, 1200 × 630 CSS pixels.
 *
 * @param face the display font as a data: URL
 */
export function sharingHtml({ name, slogan, face }: Record<'name' | 'slogan' | 'face', string>) {
  const size = 210
  const lit = `translate(${size * 4} ${size}) scale(${size / tileSize})`
  return `<style>
@font-face{font-family:Display;src:url(${face});font-weight:400 700}
body{margin:0;width:1200px;height:630px;position:relative;overflow:hidden;background:${night};color:${parchment};font:600 92px/1 Display}
svg.l{position:absolute;inset:0}
svg.l rect{mask-image:radial-gradient(ellipse 70% 95% at 95% 30%,#000 25%,transparent 90%)}
p{position:absolute;margin:0;left:80px}
</style>
<svg class="l" width="1200" height="630"><pattern id="t" width="${tileSize}" height="${tileSize}" patternUnits="userSpaceOnUse" patternTransform="scale(${size / tileSize})">
<path d="${latticeTile(60)}" fill="none" stroke="#6f9c85" stroke-width=".6"/></pattern>
<rect width="1200" height="630" fill="url(#t)"/><path transform="${lit}" fill="${saffron}" d="${path(latticeStar(60))}"/></svg>
<p style="top:76px;font-size:46px;display:flex;gap:16px;align-items:center"><svg width="60" viewBox="-32 -32 64 64"><path fill="${parchment}" d="${logoPaths.body}"/><path fill="none" stroke="${evergreen}" stroke-width="1.8" d="${logoPaths.lines}"/><path fill="${saffron}" d="${logoPaths.heart}"/></svg>${escapeHtml(name)}</p>
<p style="bottom:84px;width:720px">${escapeHtml(slogan)}</p>`
}

/** Returns a square PNG in the ICO format, which can contain a PNG since Windows Vista. */
export function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // type: icon
  header.writeUInt16LE(1, 4) // number of images
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // color planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}
