import { useRendering } from './rendering.tsx'

/**
 * Renders the stylesheet as a file that is cached, or a place for the styles in the page, which save a round trip on a
 * first visit.
 */
export function Styles() {
  const rendering = useRendering()
  const file = rendering ? rendering.stylesheet : renderedFile()
  if (file) return <link rel="stylesheet" href={file} data-styles="" />
  return (
    <style
      nonce={rendering?.nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
      dangerouslySetInnerHTML={{ __html: rendering?.stylesPlaceholder ?? '' }}
    />
  )
}

/** Read once, because in development Vite replaces the link of a changed stylesheet. */
let file: string | null | undefined

function renderedFile() {
  file ??= document.querySelector('[data-styles]')?.getAttribute('href')
  return file
}
