import { khatam, path } from '../../../app/components/motif/geometry.ts'
import { html } from '../html.ts'
import { loaf, sesameRing } from './food.ts'

/** Returns a storefront: an awning, a window with goods, and a door with a pointed arch. Size: 390 x 270 units. */
export function storefront(name: string, goods = bakeryWindow()): string {
  const wall = 'oklch(0.86 0.055 78)'
  const stripes = Array.from({ length: 11 }, (_, i) => i)
  return html`
    <rect width="390" height="270" fill="oklch(0.83 0.06 225)" />
    <path d="M0 60h40v-22h30v22h250V30h34v30h36v210H0z" fill="oklch(0.76 0.05 225)" />
    <path d="M24 36h342v220H24z" fill="${wall}" /><path d="M16 26h358v14H16z" fill="oklch(0.75 0.06 70)" />
    <path d="M24 36h342v6H24z" fill="oklch(0.3 0.05 60 / 0.2)" />
    <path d="M92 50h206l8 8v22l-8 8H92l-8-8V58z" fill="oklch(0.32 0.06 163)" />
    <text x="195" y="77" text-anchor="middle" font-family="var(--font-display)" font-weight="600" font-size="23" fill="oklch(0.95 0.03 88)">${name}</text>
    ${[102, 288].map((x) => `<path d="${path(khatam(6, { center: [x, 69] }))}" fill="oklch(0.81 0.148 79)"/>`)}
    <path d="M44 124h196v108H44z" fill="oklch(0.36 0.045 60)" /><path d="M50 130h184v96H50z" fill="oklch(0.93 0.065 85)" />
    ${goods}
    <path d="M50 130h184v96H50zM142 130v96" fill="none" stroke="oklch(0.36 0.045 60)" stroke-width="4" />
    <path d="M262 256V150c0-22 16-24 34-42 18 18 34 20 34 42v106z" fill="oklch(0.36 0.045 60)" />
    <path d="M269 250v-98c0-18 12-20 27-35 15 15 27 17 27 35v98z" fill="oklch(0.42 0.07 163)" />
    <path d="M277 206v-52c0-12 9-14 19-25 10 11 19 13 19 25v52z" fill="oklch(0.88 0.07 85)" />
    <path d="${path(khatam(11, { center: [296, 164] }))}" fill="oklch(0.42 0.07 163)" /><circle cx="316" cy="222" r="3" fill="oklch(0.81 0.13 80)" />
    <g>
      ${stripes.map((i) => `<path d="M${40 + i * 19} 100h19l${i < 5 ? 0 : 0} 26l-9.5 9l-9.5-9z" fill="${i % 2 ? 'oklch(0.97 0.012 88)' : 'oklch(0.5 0.1 135)'}"/>`)}
      <path d="M40 100h209v7H40z" fill="oklch(0.2 0.04 140 / 0.25)" />
    </g>
    <path d="M0 256h390v14H0z" fill="oklch(0.7 0.03 80)" /><path d="M0 256h390v3H0z" fill="oklch(0.6 0.03 80)" />
    ${[344, 358].map((x, i) => html`<path d="M${x - 6} ${236 - i * 2}h16l-3 22h-10z" fill="oklch(0.6 0.1 45)" /><path d="M${x + 2} 238c-14-10-14-26-10-34 6 6 8 12 9 18 0-10 2-20 8-26 4 12 2 22-2 28 4-4 8-6 12-6-2 10-8 18-17 20z" fill="oklch(0.52 0.11 140)" />`)}`
}

function bakeryWindow(): string {
  return html`
    <path d="M50 178h184v5H50zM50 221h184v5H50z" fill="oklch(0.6 0.08 62)" />
    ${[58, 98, 152, 192].map((x) => loaf(x, 158, 38))}
    ${[72, 108, 166, 204].map((x) => sesameRing(x, 208, 12))}`
}

/** Returns a room with an arched window, a plant, and a lamp. Size: 390 x 600 units. */
export function room(): string {
  return html`
    <rect width="390" height="600" fill="oklch(0.475 0.053 200)" />
    <path d="M34 380V190c0-54 38-62 82-112 44 50 82 58 82 112v190z" fill="oklch(0.86 0.03 90)" />
    <path d="M46 368V194c0-46 32-54 70-96 38 42 70 50 70 96v174z" fill="oklch(0.82 0.075 75)" />
    <path d="M46 368v-86c30-16 50 10 74-6s44-8 66 2v90z" fill="oklch(0.64 0.07 150)" />
    <circle cx="146" cy="206" r="22" fill="oklch(0.95 0.06 90)" />
    <path d="M116 98v270M46 232h140M46 300h140" stroke="oklch(0.86 0.03 90)" stroke-width="6" />
    <path d="M26 374h180v14H26z" fill="oklch(0.8 0.035 85)" />
    <path d="M262 120h112v8H262zM262 200h112v8H262z" fill="oklch(0.62 0.07 65)" />
    ${[270, 284, 297, 312, 340].map((x, i) => `<path d="M${x} ${72 + i * 4}h${11 + (i % 2) * 2}v${48 - i * 4}h-${11 + (i % 2) * 2}z" fill="oklch(${0.5 + i * 0.07} 0.09 ${[35, 85, 200, 163, 310][i]})"/>`)}
    <path d="M328 200l-5-26h24l-5 26z" fill="oklch(0.85 0.04 80)" /><path d="M335 176c-16-8-18-22-12-30 8 4 11 10 12 18 0-12 4-20 12-24 4 14-2 28-12 36z" fill="oklch(0.62 0.1 145)" />
    ${[270, 286, 300].map((x, i) => `<path d="M${x} ${160 + i * 5}h12v${40 - i * 5}h-12z" fill="oklch(${0.78 - i * 0.12} 0.07 ${[80, 20, 240][i]})"/>`)}`
}

/** Returns a skyline of roofs, domes, and towers. Size: 390 x 120 units. */
export function skyline(near: string, far: string): string {
  return html`
    <path d="M0 120V74h26V52h30v22h22V40l14-14 14 14v34h30V58h44v20h28V30h26v48h34V60h30v-18h28v32h26V56h30v22h28v42z" fill="${far}" />
    <path d="M0 120V96h44V82h36v14h36v-6h12c0-26 22-28 36-46 14 18 36 20 36 46h12v6h32V62l3-26 5-10 5 10 3 26v34h40V84h42v12h48v24z" fill="${near}" />
    <path d="M164 40V28M164 28a6 6 0 1 0 4-11 8 8 0 1 1-4 11z" stroke="${near}" stroke-width="1.5" fill="${near}" />`
}

/** Returns a car seen from the side. Size: 320 x 110 units. */
export function carFromSide(body: string, shade: string, glass: string): string {
  const wheel = (x: number) => html`
    <path d="${path(khatam(23, { center: [x, 82], rotation: 22.5 }))}" fill="oklch(0.2 0.015 230)" /><circle cx="${x}" cy="82" r="21" fill="oklch(0.2 0.015 230)" />
    <circle cx="${x}" cy="82" r="13" fill="oklch(0.72 0.015 230)" /><path d="${path(khatam(11, { center: [x, 82] }))}" fill="oklch(0.45 0.02 230)" /><circle cx="${x}" cy="82" r="3.5" fill="oklch(0.81 0.148 79)" />`
  return html`
    <ellipse cx="160" cy="103" rx="146" ry="6" fill="oklch(0.1 0.02 230 / 0.35)" />
    <path d="M8 76c-1-14 3-22 10-25 12-5 40-6 62-10C100 22 122 12 158 11c40-1 60 12 82 31 26 2 52 6 64 15 7 6 9 14 7 21l-8 6H18z" fill="${body}" />
    <path d="M9 70h302v8l-8 6H18l-9-8z" fill="${shade}" />
    <path d="M94 41c14-14 32-22 58-23v23zM162 18c30 0 48 8 66 23h-66z" fill="${glass}" /><path d="M122 25l8-4-14 20h-14zM176 18h14l20 23h-16z" fill="oklch(1 0 0 / 0.16)" />
    <path d="M157 14v60M92 43c-4 10-4 22 0 30M232 43c5 10 5 22 0 30" stroke="${shade}" stroke-width="2" fill="none" />
    <path d="M172 50h16M100 50h16" stroke="${shade}" stroke-width="4" /><path d="M300 50l10 6v6h-14zM14 58l12-2v8H13z" fill="oklch(0.93 0.09 92)" />
    ${wheel(74)}${wheel(252)}`
}
