import type { Language } from 'halvi-site/language/language'
import { addressIn } from 'halvi-site/language/local-path'
import { InlineScript } from '../../document/inline-script.tsx'

/** An offer of the page in another language, with the words of that language. */
export interface OfferedLanguage {
  language: Language
  offer: string
  dismiss: string
}

interface LanguageOfferProps {
  offers: readonly OfferedLanguage[]
  /** The path of the page, without the prefix of its language, and the query that it keeps. */
  path: string
}

/**
 * Renders a hidden line for each other language of the page. A script shows the line of the visitor's language until it
 * is dismissed. Without a script, the links at the end of the page lead to the languages.
 */
export function LanguageOffers({ offers, path }: LanguageOfferProps) {
  if (offers.length === 0) return null
  return (
    <>
      {offers.map(({ language, offer, dismiss }) => (
        <aside
          key={language.code}
          hidden
          suppressHydrationWarning
          data-offer={language.tag}
          aria-label={offer}
          lang={language.tag}
          dir={language.direction}
          className="language-offer shell"
        >
          <a href={addressIn(language, path)} hrefLang={language.tag} className="text-link">
            {offer}
          </a>
          <button type="button" className="text-link">
            {dismiss}
          </button>
        </aside>
      ))}
      {/* Before the rest of the page, so that nothing moves. */}
      <InlineScript names={['languageOffer']} />
    </>
  )
}
