import { useRendering } from './rendering.tsx'
import type { PageScript } from './scripts.server.ts'

interface InlineScriptProps {
  /** Together, since each element has a line in the page's Content-Security-Policy. */
  names: readonly PageScript[]
  /** For the scripts to read: addresses of files. */
  [data: `data-${string}`]: string
}

/**
 * Scripts that stand in the page: files of so few bytes would cost more to ask for. In the browser
 * they stay what the server made.
 */
export function InlineScript({ names, ...data }: InlineScriptProps) {
  const rendering = useRendering()
  return (
    <script
      {...data}
      nonce={rendering?.nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
      dangerouslySetInnerHTML={{
        __html: names.map((name) => rendering?.scripts[name] ?? '').join(''),
      }}
    />
  )
}
