import { html } from '../html.ts'

/** The look of a person. Portraits are drawn without facial features. */
export interface Person {
  name: string
  skin: string
  /** The hair or head covering. `headColor` is its color. */
  head: 'hijab' | 'hair' | 'kufi' | 'long'
  headColor: string
  clothes: string
  beard?: string
  background: string
  glasses?: boolean
}

const skins = {
  light: 'oklch(0.86 0.05 65)',
  tan: 'oklch(0.77 0.075 62)',
  brown: 'oklch(0.6 0.08 55)',
  deep: 'oklch(0.46 0.065 48)',
}
const black = 'oklch(0.27 0.02 60)'
const gray = 'oklch(0.68 0.012 80)'
const brown = 'oklch(0.38 0.05 55)'

/** The fictional people on the screens. Each has the same name and look on all screens. */
export const people = {
  amina: {
    name: 'Amina Rahman',
    skin: skins.tan,
    head: 'hijab',
    headColor: 'oklch(0.62 0.09 163)',
    clothes: 'oklch(0.36 0.06 163)',
    background: 'oklch(0.88 0.05 140)',
  },
  yusuf: {
    name: 'Yusuf Kamara',
    skin: skins.deep,
    head: 'kufi',
    headColor: 'oklch(0.95 0.012 88)',
    clothes: 'oklch(0.5 0.09 255)',
    beard: black,
    background: 'oklch(0.85 0.05 245)',
  },
  samira: {
    name: 'Dr. Samira Haddad',
    skin: skins.light,
    head: 'hijab',
    headColor: 'oklch(0.5 0.08 200)',
    clothes: 'oklch(0.93 0.015 88)',
    background: 'oklch(0.83 0.045 200)',
  },
  omar: {
    name: 'Omar Siddiqui',
    skin: skins.tan,
    head: 'hair',
    headColor: black,
    clothes: 'oklch(0.33 0.04 250)',
    beard: black,
    background: 'oklch(0.87 0.06 82)',
  },
  maryam: {
    name: 'Maryam Tran',
    skin: skins.light,
    head: 'hijab',
    headColor: 'oklch(0.86 0.045 35)',
    clothes: 'oklch(0.52 0.1 20)',
    background: 'oklch(0.9 0.035 30)',
  },
  bilal: {
    name: 'Bilal Johnson',
    skin: skins.brown,
    head: 'hair',
    headColor: black,
    clothes: 'oklch(0.72 0.13 75)',
    beard: black,
    background: 'oklch(0.82 0.05 163)',
  },
  layla: {
    name: 'Layla Hassan',
    skin: skins.brown,
    head: 'hijab',
    headColor: 'oklch(0.78 0.13 78)',
    clothes: 'oklch(0.4 0.07 310)',
    background: 'oklch(0.87 0.04 310)',
  },
  idris: {
    name: 'Idris Celik',
    skin: skins.light,
    head: 'hair',
    headColor: gray,
    clothes: 'oklch(0.42 0.06 200)',
    beard: gray,
    background: 'oklch(0.87 0.035 200)',
    glasses: true,
  },
  nadia: {
    name: 'Nadia Farouk',
    skin: skins.tan,
    head: 'hijab',
    headColor: 'oklch(0.94 0.015 80)',
    clothes: 'oklch(0.58 0.11 35)',
    background: 'oklch(0.84 0.06 50)',
  },
  hamza: {
    name: 'Hamza Malik',
    skin: skins.brown,
    head: 'kufi',
    headColor: 'oklch(0.4 0.07 163)',
    clothes: 'oklch(0.9 0.02 88)',
    beard: brown,
    background: 'oklch(0.84 0.06 135)',
  },
  sara: {
    name: 'Sara Okafor',
    skin: skins.deep,
    head: 'hijab',
    headColor: 'oklch(0.6 0.13 30)',
    clothes: 'oklch(0.83 0.1 80)',
    background: 'oklch(0.88 0.05 85)',
  },
  zayd: {
    name: 'Zayd Rahman',
    skin: skins.tan,
    head: 'hair',
    headColor: brown,
    clothes: 'oklch(0.66 0.1 145)',
    background: 'oklch(0.88 0.045 230)',
  },
} satisfies Record<string, Person>

/** Returns a portrait from the shoulders up, in a square with a background. */
export function portrait(person: Person, size: number, style = '--cut:12px'): string {
  const { background } = person
  return html`<svg class="cut" width="${size}" height="${size}" viewBox="0 0 100 100"
    preserveAspectRatio="xMidYMid slice" style="background:${background}; ${style}">
    ${figure(person)}
  </svg>`
}

/** Returns a person without a background, in a square of 100 units. */
export function figure({ skin, head, headColor, clothes, beard, glasses }: Person): string {
  const shade = 'oklch(0.2 0.03 60 / 0.13)'
  const hijab = head === 'hijab'
  return html`
    ${head === 'long' && html`<path d="M28 44C28 22 38 14 50 14s22 8 22 30l3 36H25z" fill="${headColor}" />`}
    <path d="M8 104C9 82 24 74 50 73c26 1 41 9 42 31z" fill="${clothes}" />
    <path d="M40 60h20v14c-3 8-17 8-20 0z" fill="${skin}" />
    <path d="M40 64c4 5 16 5 20 0v7c-5 5-15 5-20 0z" fill="${shade}" />
    ${
      hijab &&
      html`
      <path d="M50 13C30 13 25 29 26 46c.5 13-2 23-10 32 8 11 21 16 34 16s26-5 34-16c-8-9-10.5-19-10-32C75 29 70 13 50 13z" fill="${headColor}" />
      <path d="M27 62c7 13 30 22 55 12l2 4c-8 11-21 16-34 16S24 89 16 78c5-5 8-10 11-16z" fill="${shade}" />
      <path d="M33 66c6 8 22 16 42 13" fill="none" stroke="${shade}" stroke-width="2" />`
    }
    <ellipse cx="50" cy="46" rx="${hijab ? 15.5 : 17}" ry="${hijab ? 19 : 20.5}" fill="${skin}" />
    ${hijab && html`<path d="M34.5 44C35 32 41 26 50 26s15 6 15.5 18C62 33 57 30 50 30s-12 3-15.5 14z" fill="${shade}" />`}
    ${
      beard &&
      html`<path d="M33 46c1 5 2 7 6 7.5 4-2.5 18-2.5 22 0 4-.5 5-2.5 6-7.5.8 15-5 25-17 25S32.2 61 33 46z" fill="${beard}" />
      <path d="M44 58.5c3-1.5 9-1.5 12 0-3 2-9 2-12 0z" fill="${skin}" />`
    }
    ${head === 'hair' && html`<path d="M32 46c-2-18 5-27 19-27s20 9 17 27c-1-8-3-11-6-13-8 2-17 1-23-2-4 3-6 7-7 15z" fill="${headColor}" />`}
    ${
      head === 'kufi' &&
      html`<path d="M32.5 37c0-13 6-19 17.5-19s17.5 6 17.5 19c-10-4-25-4-35 0z" fill="${headColor}" />
      <path d="M32.5 37c10-4 25-4 35 0v-4.5c-10-4-25-4-35 0z" fill="${shade}" />`
    }
    ${glasses && html`<g fill="none" stroke="oklch(0.32 0.02 60)" stroke-width="1.1"><path d="M36.5 43h11v5l-2 3h-7l-2-3zM52.5 43h11v5l-2 3h-7l-2-3zM47.5 44.5h5" /></g>`}`
}
