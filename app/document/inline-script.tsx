import { useRendering } from './rendering.tsx'
import type { PageScripts } from './scripts.server.ts'

interface InlineScriptProps {
  name: keyof PageScripts
  /** For the script to read: addresses of files. */
  [data: `data-${string}`]: string
}

/**
 * A script that stands in the page: a file of so few bytes would cost more to ask for. In the browser
 * it stays what the server made.
 */
export function InlineScript({ name, ...data }: InlineScriptProps) {
  const rendering = useRendering()
  return (
    <script
      {...data}
      nonce={rendering?.nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
      dangerouslySetInnerHTML={{ __html: rendering?.scripts[name] ?? '' }}
    />
  )
}
