import {
  khatam,
  latticeTile,
  path,
  star,
  starInPolygon,
} from '../../../app/components/motif/geometry.ts'
import { html } from '../html.ts'

/** Returns a color with two lighter and two darker tones of the same hue. */
export function tones(hue: number, chroma = 0.1, lightness = 0.55) {
  const tone = (change: number) => `oklch(${(lightness + change).toFixed(3)} ${chroma} ${hue})`
  return { base: tone(0), light: tone(0.1), pale: tone(0.24), dark: tone(-0.1), deep: tone(-0.18) }
}

type Tones = ReturnType<typeof tones>

/** Returns a scarf that hangs from a rod in folds, with a woven edge. Size: 200 x 260 units. */
export function hangingScarf({ base, light, dark, deep, pale }: Tones): string {
  return html`
    <rect x="6" y="14" width="188" height="7" rx="3" fill="oklch(0.6 0.08 70)" />
    <path d="M34 14h132v196l-16 12-16-12-17 12-17-12-16 12-17-12-16 12-17-12z" fill="${base}" />
    <path d="M52 14h22v198l-8 10-14-12zM100 14h18v204l-9 5-9-12zM144 14h14v202l-7 5-7-10z" fill="${light}" />
    <path d="M74 14h10v204l-10-6zM118 14h8v200l-8 8zM158 14h8v196l-8 8z" fill="${dark}" />
    <path d="M34 14h132v26c-30 10-104 10-132 0z" fill="${deep}" opacity=".55" />
    <path d="M34 168h132v8H34zM34 192h132v4H34z" fill="${pale}" />
    ${[46, 64, 82, 100, 118, 136, 154].map((x) => `<path d="${path(khatam(6.5, { center: [x, 184] }))}" fill="${pale}"/>`)}
    ${Array.from({ length: 22 }, (_, i) => `<path d="M${37 + i * 6} ${216 + (i % 3)}v22" stroke="${base}" stroke-width="1.6"/>`)}`
}

/** Returns a long, loose dress on a hanger. Size: 120 x 220 units. */
export function dress({ base, light, dark, pale }: Tones): string {
  return html`
    <path d="M60 22V12c0-8 9-8 9-2" fill="none" stroke="oklch(0.55 0.03 80)" stroke-width="2.5" />
    <path d="M48 24l12-4 12 4 26 12 14 66-20 6-8-34 16 138H20L36 74l-8 34-20-6 14-66z" fill="${base}" />
    <path d="M60 20l12 4-6 188H54L48 24z" fill="${light}" />
    <path d="M36 74l10 138H20zM84 74L74 212h26z" fill="${dark}" />
    <path d="M48 24l12 12 12-12 4 2-16 18-16-18z" fill="${pale}" />
    ${[58, 74, 90, 106].map((y) => `<path d="${path(khatam(3.4, { center: [60, y] }))}" fill="${pale}"/>`)}
    <path d="M20 204h80v8H20zM9 96l20 6-2 6-20-6zM111 96l-20 6 2 6 20-6z" fill="${pale}" />`
}

/** Returns a prayer rug with an arch. Size: 120 x 190 units. */
export function prayerRug({ base, light, dark, deep, pale }: Tones): string {
  return html`
    ${Array.from({ length: 20 }, (_, i) => `<path d="M${8 + i * 5.5} 0v190" stroke="${pale}" stroke-width="1.6"/>`)}
    <path d="M4 8h112v174H4z" fill="${deep}" /><path d="M9 13h102v164H9z" fill="${pale}" /><path d="M12 16h96v158H12z" fill="${base}" />
    ${Array.from({ length: 13 }, (_, i) => [19, 101].map((x) => `<path d="${path(khatam(4.6, { center: [x, 24 + i * 12] }))}" fill="${pale}"/>`))}
    <path d="M27 22h66v146H27z" fill="${dark}" />
    <path d="M32 164V78c0-18 14-20 28-40 14 20 28 22 28 40v86z" fill="${light}" />
    <path d="M37 160V80c0-15 11-18 23-34 12 16 23 19 23 34v80z" fill="${base}" />
    <path d="${path(khatam(17, { center: [60, 104] }))}" fill="${pale}" /><path d="${path(starInPolygon(8, 17, 67.5, { center: [60, 104] }))}" fill="${dark}" />
    <path d="M60 46v18M56 64h8l3 8-7 6-7-6z" fill="${pale}" stroke="${pale}" />`
}

/** Returns the front of a closed book with an ornament. Size: 100 x 140 units. */
export function book(
  { base, dark, pale }: Tones,
  ornament: 'star' | 'arch' | 'lattice' | 'moon' = 'star',
): string {
  const inside = {
    star: `<path d="${path(khatam(27, { center: [53, 62] }))}" fill="none" stroke="${pale}" stroke-width="2"/><path d="${path(starInPolygon(8, 27, 67.5, { center: [53, 62] }))}" fill="${pale}"/>`,
    arch: `<path d="M30 104V56c0-14 12-16 23-30 11 14 23 16 23 30v48z" fill="none" stroke="${pale}" stroke-width="2.5"/><path d="M37 104V60c0-10 8-13 16-23 8 10 16 13 16 23v44z" fill="${pale}"/>`,
    lattice: `<g fill="none" stroke="${pale}"><svg x="24" y="24" width="58" height="78" viewBox="0 0 150 200">${[0, 100].map((y) => [0, 100].map((x) => `<path transform="translate(${x} ${y})" d="${latticeTile(60)}" stroke-width="3.4"/>`).join('')).join('')}</svg><path d="M24 24h58v78H24z" stroke-width="2"/></g>`,
    moon: `<path d="M66 38a28 28 0 1 0 8 44 23 23 0 1 1-8-44z" fill="${pale}"/><path d="${path(khatam(7, { center: [70, 58] }))}" fill="${pale}"/>`,
  }[ornament]
  return html`
    <path d="M6 4h86l4 4v130H10l-4-6z" fill="oklch(0.95 0.02 85)" />
    <path d="M4 2h90v132H4z" fill="${base}" /><path d="M4 2h9v132H4z" fill="${dark}" />
    <path d="M19 8h69v120H19z" fill="none" stroke="${pale}" stroke-width="1.2" opacity=".8" />
    ${inside}
    <path d="M35 114h36M42 120h22" stroke="${pale}" stroke-width="2" />`
}

/** Returns a brass lantern with star-shaped openings. Size: 100 x 190 units. */
export function lantern(): string {
  const [brass, dim, glow] = ['oklch(0.74 0.11 80)', 'oklch(0.58 0.09 75)', 'oklch(0.92 0.11 92)']
  return html`
    <path d="M50 2v18M42 20h16" fill="none" stroke="${dim}" stroke-width="4" />
    <path d="M50 16L74 50H26z" fill="${brass}" /><path d="M50 16L26 50h24z" fill="${dim}" />
    <path d="M20 50h60l8 12H12z" fill="${brass}" />
    <path d="M16 62h68l-8 84H24z" fill="${dim}" /><path d="M24 68h22l-2 72H30zM54 68h22l-6 72H56z" fill="${glow}" />
    ${[84, 106, 128].map((y) => [35, 65].map((x) => `<path d="${path(khatam(8, { center: [x, y] }))}" fill="${brass}"/>`))}
    <path d="M22 146h56l10 12H12zM30 158h40l-6 16H36z" fill="${brass}" /><path d="M22 146h28v12H12zM30 158h20v16H36z" fill="${dim}" />`
}

/** Returns a jar, such as of honey, with a cloth over its lid. Size: 90 x 120 units. */
export function jar({ base, light, pale }: Tones, label: string): string {
  return html`
    <ellipse cx="45" cy="114" rx="38" ry="5" fill="oklch(0.2 0.03 50 / 0.15)" />
    <path d="M12 34h66l6 10v58l-8 10H14l-8-10V44z" fill="${base}" /><path d="M12 44h10v60h-6l-6-6z" fill="${light}" />
    <path d="M8 12L22 6h46l14 6 6 20-8-3-7 6-9-5-9 6-10-5-9 6-9-5-8 6-9-6-6 4z" fill="${pale}" />
    <path d="M14 29h62v5H14z" fill="oklch(0.5 0.08 60)" />
    <path d="M18 54h54v42H18z" fill="oklch(0.97 0.015 88)" />
    <path d="${path(khatam(9, { center: [45, 68] }))}" fill="${base}" />
    <text x="45" y="90" text-anchor="middle" font-family="var(--font-display)" font-weight="600" font-size="11" fill="oklch(0.3 0.03 60)">${label}</text>`
}

/** Returns a small bottle of perfume oil. Size: 80 x 120 units. */
export function flask({ base, light, dark, pale }: Tones): string {
  return html`
    <ellipse cx="40" cy="114" rx="32" ry="5" fill="oklch(0.2 0.03 50 / 0.15)" />
    <path d="M34 4h12l4 8-4 10H34l-4-10z" fill="oklch(0.76 0.11 82)" /><path d="M32 22h16v10H32z" fill="oklch(0.64 0.1 78)" />
    <path d="M28 32h24l20 26-6 46-10 8H24l-10-8-6-46z" fill="${light}" />
    <path d="M28 32h12v80H24l-10-8-6-46z" fill="${base}" /><path d="M12 66h56l-5 36-9 7H26l-9-7z" fill="${dark}" opacity=".6" />
    <path d="${path(star(8, 15, 9, { center: [40, 76] }))}" fill="${pale}" />`
}

/** Returns a ceramic teapot. Size: 150 x 120 units. */
export function teapot({ base, light, dark, pale }: Tones): string {
  return html`
    <ellipse cx="74" cy="112" rx="50" ry="5" fill="oklch(0.2 0.03 50 / 0.15)" />
    <path d="M112 46c26-6 34 12 26 28-6 12-18 18-30 18l2-8c20-2 28-30 2-28z" fill="${dark}" />
    <path d="M40 62L8 38l-4 6 26 46z" fill="${dark}" />
    <path d="M50 30h48l20 28-8 40-16 12H54L38 98l-8-40z" fill="${base}" /><path d="M50 30h16L50 98l4 12-16-12-8-40z" fill="${light}" />
    <path d="M54 20h40l6 10H48zM70 8h8l4 6-4 6h-8l-4-6z" fill="${dark}" />
    ${[46, 74, 102].map((x) => `<path d="${path(khatam(11, { center: [x, 70] }))}" fill="${pale}"/><path d="${path(khatam(4, { center: [x, 70] }))}" fill="${dark}"/>`)}`
}

/** Wraps a drawing of `width` x `height` units in an `svg` element. `shown` is its displayed height in pixels. */
export function picture(width: number, height: number, shown: number, content: string): string {
  return `<svg width="${Math.round((width / height) * shown)}" height="${shown}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}
