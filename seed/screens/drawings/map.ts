import { html } from '../html.ts'

const avenues = [-150, -78, -20, 62, 118, 196, 262, 330, 402, 470, 540]
const streets = [-120, -52, 20, 76, 150, 214, 292, 352, 430, 500, 572, 640, 716, 790, 860, 930]

/** Returns a street map of a fictional city that fills its parent. `transform` selects the visible part. */
export function map(content = '', transform = '', height = 844): string {
  return html`<svg class="map fill" width="390" height="${height}" viewBox="0 0 390 ${height}"
    preserveAspectRatio="xMidYMin slice">
    <rect width="390" height="${height}" fill="var(--land)" />
    <g transform="${transform}">
      <g transform="rotate(-14 195 400)">
        ${avenues.map((x, i) => streets.map((y, j) => block(x, y, i, j)))}
        <path d="M65 295h128v132H65z" fill="var(--park)" />
        <path d="M333 576h66v60h-66zM-18 22h78v52h-78z" fill="var(--park)" />
        <g fill="none" stroke="var(--road)">
          <path d="${avenues.map((x) => `M${x} -200V1000`).join('')}${streets.map((y) => `M-200 ${y}H600`).join('')}" stroke-width="5" />
          <path d="M118 -200V1000M330 -200V1000M-200 214H600M-200 500H600" stroke-width="11" />
          <path d="M65 350Q130 320 193 380M128 295q-20 60 20 132" stroke-width="2.5" />
        </g>
      </g>
      <path d="M-120 700C-20 640 70 690 150 660S280 540 360 560s120-40 200-50v70c-70 10-110 50-180 40s-110 70-200 100S0 740-120 780z" fill="var(--water)" />
      <path d="M-60 120C80 90 170 170 240 260s90 260 250 300" fill="none" stroke="var(--edge-of-road)" stroke-width="19" />
      <path d="M-60 120C80 90 170 170 240 260s90 260 250 300" fill="none" stroke="var(--highway)" stroke-width="15" />
    </g>
    ${content}
  </svg>`
}

function block(x: number, y: number, i: number, j: number): string {
  const width = (avenues[i + 1] ?? x + 60) - x
  const height = (streets[j + 1] ?? y + 60) - y
  const kind = (i * 7 + j * 13) % 5
  if (kind === 0) return ''
  const inset = 8
  const depth = kind > 2 ? height * 0.36 : height - inset * 2
  return `<path d="M${x + inset} ${y + inset}h${width - inset * 2}v${depth}h-${kind > 2 ? (width - inset * 2) * 0.55 : width - inset * 2}v${kind > 2 ? height * 0.22 : 0}H${x + inset}z" fill="var(--house)"/>`
}

/** Returns a route on the map: a wide line with an outline. */
export function way(data: string, color = 'var(--branch)', rim = 'var(--page)'): string {
  return html`<g fill="none" stroke-linejoin="bevel" stroke-linecap="square">
    <path d="${data}" stroke="${rim}" stroke-width="11" /><path d="${data}" stroke="${color}" stroke-width="6" />
  </g>`
}

/** Returns a map pin: an octagon with an icon. Its tip is at x, y. */
export function marker(x: number, y: number, content: string, color = 'var(--branch)', scale = 1) {
  return html`<g transform="translate(${x} ${y}) scale(${scale})">
    <path d="M0 3L-9-9H-12L-22-20V-38L-11-49H11L22-38V-20L12-9H9Z" transform="translate(2 4)" fill="oklch(0.2 0.03 165 / 0.22)" />
    <path d="M0 3L-9-10H-11L-21-20V-39L-11-49H11L21-39V-20L11-10H9Z" fill="${color}" stroke="var(--page)" stroke-width="3" />
    <svg x="-11" y="-40.5" width="22" height="22" viewBox="0 0 24 24" class="icon" style="color:var(--page)">${content}</svg>
  </g>`
}

/** Returns the dot for the phone's location. */
export function here(x: number, y: number): string {
  return html`<g transform="translate(${x} ${y})">
    <circle r="34" fill="var(--branch)" opacity=".16" /><circle r="12" fill="var(--page)" /><circle r="8" fill="var(--branch)" />
  </g>`
}

/** Returns a car seen from above. */
export function carOnMap(x: number, y: number, turn: number, color: string, scale = 1): string {
  return html`<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">
    <path d="M-11-20l5-5H6l5 5v40l-4 5H-7l-4-5z" transform="translate(2 3)" fill="oklch(0.2 0.03 165 / 0.25)" />
    <path d="M-11-20l5-5H6l5 5v40l-4 5H-7l-4-5z" fill="${color}" />
    <path d="M-8-11l2-4H6l2 4-2 4H-6zM-8 15l2-4H6l2 4-2 3H-6z" fill="oklch(0.25 0.03 230)" />
    <path d="M-7-5H7V9H-7z" fill="oklch(1 0 0 / 0.22)" />
  </g>`
}
