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

/** The girih lattice over the whole positioned parent, in the current colour. */
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

/** The motif as a small ornament in the current colour; solid ones are filled. */
export function star(size = 18, solid = false): string {
  const outer = path(khatam(11))
  const inner = path(starInPolygon(8, 11, 67.5))
  return html`<svg width="${size}" height="${size}" viewBox="-12 -12 24 24" fill="none"
    stroke="currentColor" stroke-width="1.5" stroke-linejoin="round">
    <path d="${outer}" ${solid && 'fill="currentColor"'} />
    ${!solid && html`<path d="${inner}" />`}
  </svg>`
}

/** A solid star with content in its middle, such as a tick or a number. */
export function seal(size: number, content: string, colours = ['var(--branch)', 'var(--page)']) {
  return html`<svg width="${size}" height="${size}" viewBox="-12 -12 24 24">
    <path d="${path(khatam(11.5))}" fill="${colours[0]}" />
    <g fill="none" stroke="${colours[1]}" stroke-width="1.9" stroke-linejoin="bevel">${content}</g>
  </svg>`
}

/** The star of a verified business. */
export const verified = (size = 20) => seal(size, '<path d="M-4 0.4L-1.2 3.2L4.2 -2.8" />')

/** Halvi's logo. */
export function logo(size: number, body = 'var(--brand)', lines = 'var(--page)'): string {
  return html`<svg width="${size}" height="${size}" viewBox="-32 -32 64 64">
    <path d="${logoPaths.body}" fill="${body}" />
    <path d="${logoPaths.lines}" fill="none" stroke="${lines}" stroke-width="${size > 90 ? 1.1 : 1.8}" />
    <path d="${logoPaths.heart}" fill="oklch(0.81 0.148 79)" />
  </svg>`
}
