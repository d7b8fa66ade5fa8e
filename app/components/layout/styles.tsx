import { useRendering } from '../../rendering.tsx'

/**
 * The style sheet: within the page on a first visit, which spares a round trip before anything is
 * painted, and otherwise a file that the browser keeps. In the browser it stays what the server made.
 */
export function Styles() {
  const rendering = useRendering()
  const { text, file } = rendering?.styles ?? readRendered()
  return (
    <>
      <style
        data-styles=""
        nonce={rendering?.pageMark}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet
        dangerouslySetInnerHTML={{ __html: text }}
      />
      {file && <link rel="stylesheet" href={file} data-styles="" />}
    </>
  )
}

function readRendered() {
  return {
    text: document.querySelector('style[data-styles]')?.textContent ?? '',
    file: document.querySelector('link[data-styles]')?.getAttribute('href'),
  }
}
