import { useRendering } from './rendering.tsx'
import type { PageScript } from './scripts.server.ts'

interface InlineScriptProps {
  /** Together, since each element has a line in the page's Content-Security-Policy. */
  names: readonly PageScript[]
  /** For the scripts to read: addresses of files. */
  [data: `data-${string}`]: string
}

/** Scripts inside the page: files this small would cost more to request. */
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
