import type { PagePart } from '../route-handle.ts'
import { useRendering } from './rendering.tsx'
import type { PageStyles } from './styles.server.ts'

/** The style sheets: inline on a first visit, which spares a round trip, otherwise as files that the browser caches. */
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
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets
          dangerouslySetInnerHTML={{ __html: text }}
        />
      )}
      {files.map((file) => (
        <link key={file} rel="stylesheet" href={file} data-styles="" />
      ))}
    </>
  )
}

/** Read once: while developing, Vite puts other links into the places of those that it changes. */
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
