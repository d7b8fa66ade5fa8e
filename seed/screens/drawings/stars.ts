import { logoPaths } from '../../../app/components/layout/logo.tsx'
import {
  khatam,
  latticeTile,
  path,
  starInPolygon,
  tileSize,
} from '../../../app/components/motif/geometry.ts'
import { html } from '../html.ts'

let patterns = 0

/** Returns a girih lattice in the current color that fills the positioned parent. */
export function lattice(contact = 60, size = 150, style = ''): string {
  const id = `lattice-${patterns++}`
  return html`<svg class="lattice" style="${style}">
    <pattern id="${id}" width="${tileSize}" height="${tileSize}" patternUnits="userSpaceOnUse"
      patternTransform="scale(${size / tileSize})">
      <path d="${latticeTile(contact)}" stroke-width="${tileSize / size}" />
    </pattern>
    <rect width="100%" height="100%" fill="url(#${id})" />
  </svg>`
}

/** Returns a small star in the current color, as an outline or filled (`solid`). */
export function star(size = 18, solid = false): string {
  const outer = path(khatam(11))
  const inner = path(starInPolygon(8, 11, 67.5))
  return html`<svg width="${size}" height="${size}" viewBox="-12 -12 24 24" fill="none"
    stroke="currentColor" stroke-width="1.5" stroke-linejoin="round">
    <path d="${outer}" ${solid && 'fill="currentColor"'} />
    ${!solid && html`<path d="${inner}" />`}
  </svg>`
}

/** Returns a filled star with content in its center, such as a check mark or a number. */
export function seal(size: number, content: string, colors = ['var(--branch)', 'var(--page)']) {
  return html`<svg width="${size}" height="${size}" viewBox="-12 -12 24 24">
    <path d="${path(khatam(11.5))}" fill="${colors[0]}" />
    <g fill="none" stroke="${colors[1]}" stroke-width="1.9" stroke-linejoin="bevel">${content}</g>
  </svg>`
}

/** Returns the badge of a verified business. */
export const verified = (size = 20) => seal(size, '<path d="M-4 0.4L-1.2 3.2L4.2 -2.8" />')

/** Returns Halvi's logo. */
export function logo(size: number, body = 'var(--brand)', lines = 'var(--page)'): string {
  return html`<svg width="${size}" height="${size}" viewBox="-32 -32 64 64">
    <path d="${logoPaths.body}" fill="${body}" />
    <path d="${logoPaths.lines}" fill="none" stroke="${lines}" stroke-width="${size > 90 ? 1.1 : 1.8}" />
    <path d="${logoPaths.heart}" fill="oklch(0.81 0.148 79)" />
  </svg>`
}
