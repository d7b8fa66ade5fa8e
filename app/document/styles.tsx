import { useRendering } from './rendering.tsx'
import type { PageStyles } from './styles.server.ts'

/** Renders the stylesheet: inline on a first visit, which saves a round trip, and otherwise as a file that is cached. */
export function Styles() {
  const rendering = useRendering()
  const styles = rendering?.styles ?? readRendered()
  if ('file' in styles) return <link rel="stylesheet" href={styles.file} data-styles="" />
  return (
    <style
      data-styles=""
      nonce={rendering?.nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
      dangerouslySetInnerHTML={{ __html: styles.text }}
    />
  )
}

/** Read once, because in development Vite replaces the link of a changed stylesheet. */
let rendered: PageStyles | undefined

function readRendered(): PageStyles {
  const element = document.querySelector('[data-styles]')
  const file = element?.getAttribute('href')
  rendered ??= file ? { file } : { text: element?.textContent ?? '' }
  return rendered
}
