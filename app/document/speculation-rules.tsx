const rules = { prerender: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }] }

/** Makes the browser prerender pages when a visitor hovers over a link (https://wicg.github.io/nav-speculation/). */
export function SpeculationRules({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      type="speculationrules"
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
      dangerouslySetInnerHTML={{ __html: JSON.stringify(rules) }}
    />
  )
}
