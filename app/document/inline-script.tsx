import { useRendering } from './rendering.tsx'
import type { PageScript } from './scripts.server.ts'

interface InlineScriptProps {
  /** The scripts. They share one element, because each element adds a hash to the Content-Security-Policy. */
  names: readonly PageScript[]
  /** Data attributes for the scripts: addresses of files. */
  [data: `data-${string}`]: string
}

/** Renders inline scripts. They are so small that separate requests would cost more. */
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
