const rules = { prerender: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }] }

/**
 * Lets a browser make the page behind a link ready while a finger or pointer is about to choose it
 * (https://wicg.github.io/nav-speculation/speculation-rules.html). Browsers bound it themselves: two
 * pages at a time, none while data are saved.
 */
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
