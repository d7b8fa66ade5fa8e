import { html } from './html.ts'
import type { Scene } from './scene.ts'

/** Returns a scene as a self-contained HTML page. */
export function page({ hue, theme, markup }: Scene, styles: string): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <style>${styles}</style>
  </head>
  <body>
    <div class="screen ${theme === 'night' && 'night'}" ${hue && `data-hue="${hue}"`}>${markup}</div>
  </body>
</html>`
}
