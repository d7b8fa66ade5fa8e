/** A drawn app screen, or a part of one: markup in the width of a phone's screen, styled with the site's tokens. */
export interface Scene {
  /** The scene's name on the command line: `npm run screens wallet` draws only this scene. */
  name: string
  /** The branch whose hue the scene uses. Absent: the brand's hue. */
  hue?: 'local' | 'mall' | 'eats' | 'rides' | 'professionals' | 'insurance'
  /** `dark` is the site's dark theme, and `night` the colors of its dark green panels. Absent: the light theme. */
  theme?: 'dark' | 'night'
  /** The height in pixels. Absent: a phone's. */
  height?: number
  markup: string
}
