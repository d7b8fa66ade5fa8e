/** One screen of an app: a phone's width and height of markup, in the site's tokens. */
export interface Scene {
  /** Names the scene to whoever works on it: `npm run screens wallet` draws this one alone. */
  name: string
  /** The branch whose hue it has; without one it has the brand's. */
  hue?: 'local' | 'mall' | 'eats' | 'rides' | 'professionals' | 'insurance'
  /** `dark` is the site's dark theme, `night` its evergreen panels. Light otherwise. */
  theme?: 'dark' | 'night'
  markup: string
}
