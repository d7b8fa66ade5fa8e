import { html } from './html.ts'
import type { Scene } from './scene.ts'

/** A scene as a page of its own, complete without any other file. */
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
