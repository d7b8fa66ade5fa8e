import type { PagePart } from '../route-handle.ts'
import { useRendering } from './rendering.tsx'
import type { PageStyles } from './styles.server.ts'

/**
 * Renders the stylesheets: inline on a first visit, which saves a round trip, and otherwise as files that are cached.
 */
export function Styles({ parts }: { parts: readonly PagePart[] }) {
  const rendering = useRendering()
  const { text, files } = rendering?.styles(parts) ?? readRendered()
  return (
    <>
      {text && (
        <style
          data-styles=""
          nonce={rendering?.nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheets
          dangerouslySetInnerHTML={{ __html: text }}
        />
      )}
      {files.map((file) => (
        <link key={file} rel="stylesheet" href={file} data-styles="" />
      ))}
    </>
  )
}

/** Read once, because in development Vite replaces the links of changed stylesheets. */
let rendered: PageStyles | undefined

function readRendered(): PageStyles {
  rendered ??= readFromDocument()
  return rendered
}

function readFromDocument(): PageStyles {
  const links = document.querySelectorAll('link[data-styles]')
  return {
    text: document.querySelector('style[data-styles]')?.textContent ?? '',
    files: [...links].map((link) => link.getAttribute('href') ?? ''),
  }
}
