import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderToStaticMarkup } from 'react-dom/server'
import { ImageSourceContext } from '../components/contexts.ts'
import { Screenshots } from '../components/gallery/screenshots.tsx'
import { GALLERY_QUERY } from '../content/queries/home.ts'
import { withUnavailable } from '../content/unavailable.ts'
import type { RouteHandle } from '../route-handle.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

/** Returns the gallery's screenshots as an HTML fragment, which the landing page loads when the gallery is opened. */
export const loader = withUnavailable(async ({ context: { content } }: LoaderFunctionArgs) => {
  const screens = renderToStaticMarkup(
    <ImageSourceContext.Provider value={content.images}>
      <Screenshots
        screens={(await content.fetch(GALLERY_QUERY)) ?? []}
        className="gallery-screens"
        sizes="(min-width: 64rem) 13rem, (min-width: 40rem) 25vw, 42vw"
        blurred
      />
    </ImageSourceContext.Provider>,
  )
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'X-Robots-Tag': 'noindex' }
  return new Response(screens, { headers })
})
