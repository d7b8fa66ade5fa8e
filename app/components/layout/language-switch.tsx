import { useLanguage } from 'halvi-site/language/context'
import type { Language } from 'halvi-site/language/language'
import { addressIn } from 'halvi-site/language/local-path'
import { useWords } from 'halvi-site/words/context'

export interface LanguageSwitchProps {
  /** The languages of the page. */
  languages: readonly Language[] | undefined
  /** The path of the page, without the prefix of its language. */
  path: string
  /** The query that the page keeps in another language, with its question mark. */
  query: string
}

/** Renders links to the same page in its other languages, each with its own name. */
export function LanguageSwitch({ languages = [], path, query }: LanguageSwitchProps) {
  const { languages: label } = useWords().site
  const { code } = useLanguage()
  if (languages.length < 2) return null
  return (
    <nav aria-label={label} className="language-switch">
      <ul className="flex flex-wrap gap-x-6">
        {languages.map((language) => (
          <li key={language.code}>
            <a
              href={addressIn(language, path + query)}
              lang={language.tag}
              hrefLang={language.tag}
              dir={language.direction}
              className="footer-link"
              aria-current={language.code === code ? 'true' : undefined}
            >
              {language.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
