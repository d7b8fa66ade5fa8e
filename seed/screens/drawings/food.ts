import { path, star } from '../../../app/components/motif/geometry.ts'
import { html } from '../html.ts'

/**
 * Returns points that are evenly distributed over a disc of the given radius, by the golden angle: x, y, and a
 * rotation in degrees.
 */
function scatter(count: number, radius: number, [cx, cy] = [0, 0]): [number, number, number][] {
  return Array.from({ length: count }, (_, index) => {
    const distance = radius * Math.sqrt((index + 0.5) / count)
    const angle = index * 137.508
    const radians = (angle * Math.PI) / 180
    const round = (value: number) => Math.round(value * 10) / 10
    return [
      round(cx + distance * Math.cos(radians)),
      round(cy + distance * Math.sin(radians)),
      Math.round(angle * 3) % 360,
    ]
  })
}

const glaze = {
  white: ['oklch(0.975 0.008 85)', 'oklch(0.93 0.014 85)', 'oklch(0.62 0.07 250)'],
  blue: ['oklch(0.5 0.09 240)', 'oklch(0.43 0.085 240)', 'oklch(0.85 0.06 220)'],
  green: ['oklch(0.5 0.075 163)', 'oklch(0.42 0.07 163)', 'oklch(0.83 0.09 120)'],
  clay: ['oklch(0.64 0.1 45)', 'oklch(0.55 0.095 42)', 'oklch(0.86 0.06 70)'],
  ink: ['oklch(0.34 0.02 200)', 'oklch(0.28 0.02 200)', 'oklch(0.6 0.03 200)'],
} as const

const leaf = (x: number, y: number, turn: number, color = 'oklch(0.58 0.13 140)', scale = 1) =>
  `<path d="M0-6C4-3 4 3 0 6C-4 3-4-3 0-6Z" transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})" fill="${color}"/>`

const grains = (count: number, radius: number, colors: string[], size = [3.4, 1.1]) =>
  scatter(count, radius).map(([x, y, turn], index) => {
    const color = colors[index % colors.length]
    return `<ellipse cx="${x}" cy="${y}" rx="${size[0]}" ry="${size[1]}" transform="rotate(${turn} ${x} ${y})" fill="${color}"/>`
  })

const dots = (count: number, radius: number, size: number, colors: string[]) =>
  scatter(count, radius).map(
    ([x, y], index) =>
      `<circle cx="${x}" cy="${y}" r="${size}" fill="${colors[index % colors.length]}"/>`,
  )

const contents = {
  biryani: () => html`
    <circle r="66" fill="oklch(0.85 0.1 85)" />
    ${grains(170, 66, ['oklch(0.94 0.05 92)', 'oklch(0.9 0.1 88)', 'oklch(0.8 0.14 72)', 'oklch(0.95 0.03 90)'], [4.2, 1.4])}
    <g fill="oklch(0.42 0.085 45)">
      <path d="M-38-24l18-14 20 8 2 18-20 12-20-8z" /><path d="M10-2l22-12 16 10-2 22-22 8-16-12z" /><path d="M-30 14l16-6 16 12-4 18-20 4-12-14z" />
    </g>
    <g fill="oklch(0.53 0.1 48)">
      <path d="M-36-24l16-12 17 7-18 12z" /><path d="M12-2l20-10 13 8-20 11z" /><path d="M-27 15l13-4 12 9-15 5z" />
    </g>
    ${dots(13, 56, 3.2, ['oklch(0.5 0.17 20)', 'oklch(0.58 0.19 22)'])}
    ${scatter(11, 60, [3, 2]).map(([x, y, turn]) => leaf(x, y, turn))}
    ${scatter(6, 46, [-4, 6]).map(([x, y, turn]) => leaf(x, y, turn, 'oklch(0.93 0.04 85)', 0.8))}`,
  hummus: () => html`
    <circle r="66" fill="oklch(0.87 0.06 82)" />
    <g fill="none" stroke="oklch(0.8 0.07 80)" stroke-width="6" stroke-linecap="round"><path d="M-46 10C-44-34 12-52 36-22S20 44-10 34-26-16 4-16s20 30 4 28" /></g>
    <g fill="none" stroke="oklch(0.74 0.15 78)" stroke-width="5" stroke-linecap="round"><path d="M-34 24C-46-14-8-44 22-28M30 20C18 40-6 42-16 30" /></g>
    ${dots(9, 26, 4, ['oklch(0.8 0.08 78)', 'oklch(0.76 0.09 75)'])}
    ${scatter(7, 52).map(([x, y, turn]) => leaf(x, y, turn, 'oklch(0.55 0.12 140)', 0.7))}
    ${dots(22, 58, 1.3, ['oklch(0.5 0.15 35)'])}`,
  tabbouleh: () => html`<circle r="66" fill="oklch(0.48 0.11 140)" />
    ${scatter(60, 63).map(([x, y, turn], i) => leaf(x, y, turn, ['oklch(0.58 0.13 138)', 'oklch(0.66 0.14 135)', 'oklch(0.5 0.12 142)'][i % 3], 0.85))}
    ${dots(26, 60, 4, ['oklch(0.58 0.18 28)', 'oklch(0.92 0.03 95)', 'oklch(0.64 0.17 30)'])}`,
  lentils: () => html`<circle r="66" fill="oklch(0.7 0.14 62)" />
    <circle r="52" cx="-4" cy="-5" fill="oklch(0.75 0.14 68)" />
    <path d="M-34 4c8-26 40-34 58-16 10 12 4 30-12 34" fill="none" stroke="oklch(0.95 0.02 90)" stroke-width="5" stroke-linecap="round" />
    ${scatter(9, 34, [4, 4]).map(([x, y, turn]) => leaf(x, y, turn, 'oklch(0.5 0.12 140)', 0.9))}
    ${dots(16, 56, 1.8, ['oklch(0.45 0.12 35)'])}`,
  kebab: () => html`<circle r="66" fill="oklch(0.95 0.02 90)" />
    ${grains(90, 64, ['oklch(0.97 0.015 92)', 'oklch(0.9 0.05 90)', 'oklch(0.86 0.11 82)'])}
    ${[-24, 2, 28].map(
      (y) => html`<g transform="rotate(-24) translate(0 ${y})">
      <rect x="-46" y="-9" width="92" height="18" rx="9" fill="oklch(0.4 0.08 42)" />
      <rect x="-42" y="-7" width="84" height="8" rx="4" fill="oklch(0.5 0.095 46)" />
      ${[-30, -10, 10, 30].map((x) => `<path d="M${x} -8l6 16" stroke="oklch(0.3 0.05 40)" stroke-width="2"/>`)}
    </g>`,
    )}
    <circle cx="44" cy="-34" r="14" fill="oklch(0.6 0.19 29)" /><circle cx="44" cy="-34" r="8" fill="oklch(0.68 0.17 33)" />
    ${scatter(6, 60, [-6, -8]).map(([x, y, turn]) => leaf(x, y, turn))}`,
  salad: () => html`<circle r="66" fill="oklch(0.7 0.14 130)" />
    ${scatter(40, 58).map(([x, y, turn], i) => leaf(x, y, turn, ['oklch(0.76 0.15 128)', 'oklch(0.6 0.14 135)'][i % 2], 2))}
    ${scatter(9, 50).map(([x, y]) => `<circle cx="${x}" cy="${y}" r="10" fill="oklch(0.62 0.19 28)"/><circle cx="${x}" cy="${y}" r="7" fill="oklch(0.72 0.15 35)"/>`)}
    ${scatter(8, 54, [8, -6]).map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9" fill="oklch(0.72 0.13 135)"/><circle cx="${x}" cy="${y}" r="7.5" fill="oklch(0.93 0.06 125)"/>`)}
    ${dots(18, 60, 2.6, ['oklch(0.5 0.17 15)'])}`,
  olives: () => html`<circle r="66" fill="oklch(0.42 0.06 115)" />
    ${scatter(22, 54).map(([x, y, turn], i) => `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="12" ry="9.5" fill="${['oklch(0.56 0.11 115)', 'oklch(0.36 0.05 330)', 'oklch(0.63 0.12 112)'][i % 3]}"/><ellipse cx="-3" cy="-3" rx="4" ry="2" fill="oklch(1 0 0 / .3)"/></g>`)}`,
  knafeh: () => html`<circle r="66" fill="oklch(0.7 0.16 58)" />
    ${grains(190, 64, ['oklch(0.74 0.16 60)', 'oklch(0.66 0.16 52)', 'oklch(0.79 0.15 66)'], [6, 0.9])}
    <g transform="rotate(22.5)">${dots(60, 24, 2.4, ['oklch(0.68 0.14 130)', 'oklch(0.58 0.12 135)'])}</g>
    <path d="${path(star(8, 60, 46))}" fill="none" stroke="oklch(0.58 0.13 130)" stroke-width="4" stroke-dasharray="3 3" />`,
  dates: () => html`<circle r="66" fill="oklch(0.33 0.04 45)" />
    ${scatter(19, 52).map(([x, y, turn]) => `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="15" ry="9" fill="oklch(0.41 0.08 42)"/><path d="M-9-3C-3-6 5-6 10-2" stroke="oklch(0.58 0.1 50)" stroke-width="2" fill="none"/><path d="M-10 3C-3 5 4 4 9 2" stroke="oklch(0.3 0.05 40)" stroke-width="1.3" fill="none"/></g>`)}`,
  yogurt: () => html`<circle r="66" fill="oklch(0.97 0.01 95)" />
    <path d="M-40 8c0-34 40-52 62-28s0 54-26 46-20-36 2-34 18 22 8 22" fill="none" stroke="oklch(0.91 0.02 100)" stroke-width="6" />
    ${scatter(10, 44).map(([x, y, turn]) => leaf(x, y, turn, 'oklch(0.66 0.12 145)', 0.8))}${dots(10, 40, 2, ['oklch(0.62 0.17 45)'])}`,
}

/** The name of a dish that can be drawn. */
export type Dish = keyof typeof contents

/** Returns a dish seen from above. `x`, `y`, and `radius` are its position and size in the surrounding drawing. */
export function dish(
  kind: Dish,
  x: number,
  y: number,
  radius: number,
  ware: keyof typeof glaze = 'white',
): string {
  const [rim, well, line] = glaze[ware]
  return html`<g transform="translate(${x} ${y}) scale(${radius / 100})">
    <circle cy="7" r="100" fill="oklch(0.2 0.03 50 / 0.2)" />
    <circle r="100" fill="${rim}" />
    <path d="${path(star(24, 94, 86))}" fill="none" stroke="${line}" stroke-width="2" />
    <circle r="80" fill="${well}" />
    ${contents[kind]()}
  </g>`
}

/** Returns a dish as a separate `svg` element. */
export function dishPicture(kind: Dish, size: number, ware: keyof typeof glaze = 'white'): string {
  return html`<svg width="${size}" height="${size}" viewBox="-106 -106 212 220">${dish(kind, 0, 0, 100, ware)}</svg>`
}

/** Returns a round flatbread seen from above, with dimples and seeds. */
export function flatBread(x: number, y: number, radius: number): string {
  return html`<g transform="translate(${x} ${y}) scale(${radius / 100})">
    <circle cy="6" r="98" fill="oklch(0.2 0.03 50 / 0.18)" />
    <path d="${path(star(16, 99, 96))}" fill="oklch(0.72 0.11 65)" />
    <circle r="88" fill="oklch(0.82 0.09 76)" />
    <circle r="64" fill="oklch(0.76 0.11 70)" />
    ${dots(30, 58, 6, ['oklch(0.67 0.12 60)', 'oklch(0.71 0.12 64)'])}
    ${grains(44, 86, ['oklch(0.95 0.03 90)', 'oklch(0.3 0.02 60)'], [3.2, 1.6])}
  </g>`
}

/** Returns baklava, cut into diamonds, on an octagonal brass tray. */
export function baklava(x: number, y: number, radius: number): string {
  const rhombs = []
  for (let row = -4; row <= 4; row++) {
    for (let column = -3; column <= 3; column++) {
      rhombs.push([column * 34 + (row % 2 ? 17 : 0), row * 20] as const)
    }
  }
  const octagon = path(star(8, 92, 85, { rotation: 22.5 }))
  return html`<g transform="translate(${x} ${y}) scale(${radius / 100})">
    <path d="${path(star(8, 100, 92.4, { rotation: 22.5 }))}" transform="translate(0 7)" fill="oklch(0.2 0.03 50 / 0.2)" />
    <path d="${path(star(8, 100, 92.4, { rotation: 22.5 }))}" fill="oklch(0.78 0.1 85)" />
    <clipPath id="tray-${x}-${y}"><path d="${octagon}" /></clipPath>
    <g clip-path="url(#tray-${x}-${y})">
      <rect x="-100" y="-100" width="200" height="200" fill="oklch(0.52 0.11 52)" />
      ${rhombs.map(([cx, cy]) => html`<g transform="translate(${cx} ${cy})"><path d="M0-18L15.5 0L0 18L-15.5 0Z" fill="oklch(0.76 0.14 68)" /><path d="M0-18L15.5 0L0-3L-15.5 0Z" fill="oklch(0.83 0.12 76)" /><path d="M0-6L5 0L0 6L-5 0Z" fill="oklch(0.63 0.14 132)" /></g>`)}
    </g>
  </g>`
}

/** Returns a long loaf of bread seen from the side, with three cuts. */
export function loaf(x: number, y: number, width: number): string {
  return html`<g transform="translate(${x} ${y}) scale(${width / 200})">
    <ellipse cx="100" cy="84" rx="96" ry="8" fill="oklch(0.2 0.03 50 / 0.16)" />
    <path d="M6 66C6 34 44 12 100 12s94 22 94 54c0 14-12 18-28 18H34C18 84 6 80 6 66z" fill="oklch(0.62 0.12 58)" />
    <path d="M12 56C20 32 52 17 100 17s80 15 88 39c-22-14-56-20-88-20s-66 6-88 20z" fill="oklch(0.73 0.13 66)" />
    ${[50, 92, 134].map((cut) => `<path d="M${cut} 54C${cut + 2} 38 ${cut + 12} 26 ${cut + 26} 20C${cut + 22} 34 ${cut + 16} 46 ${cut} 54z" fill="oklch(0.9 0.06 82)"/>`)}
  </g>`
}

/** Returns a ring of bread with sesame seeds. */
export function sesameRing(x: number, y: number, radius: number): string {
  return html`<g transform="translate(${x} ${y}) scale(${radius / 100})">
    <circle cy="7" r="74" fill="none" stroke="oklch(0.2 0.03 50 / 0.18)" stroke-width="50" />
    <circle r="74" fill="none" stroke="oklch(0.6 0.13 55)" stroke-width="50" />
    <circle r="78" fill="none" stroke="oklch(0.7 0.14 62)" stroke-width="30" />
    ${Array.from({ length: 64 }, (_, i) => {
      const angle = (i * 137.5 * Math.PI) / 180
      const distance = 58 + ((i * 29) % 36)
      const [px, py] = [distance * Math.cos(angle), distance * Math.sin(angle)].map((v) =>
        v.toFixed(1),
      )
      return `<ellipse cx="${px}" cy="${py}" rx="4" ry="2.2" transform="rotate(${i * 53} ${px} ${py})" fill="oklch(0.93 0.05 88)"/>`
    })}
  </g>`
}
