/** The letters that a language is written in. They determine the fonts and the height of lines. */
export type Letters = 'latin' | 'arabic' | 'nastaliq'

/** A language of the site's pages and messages. */
export interface Language {
  /** The first segment of its addresses, such as `ar`: a lowercase BCP 47 tag. */
  code: string
  /** The tag for `lang` and `hreflang`, such as `ar` or `en-XA`. */
  tag: string
  /** Its name in the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
  letters: Letters
  /** Whether staff have turned it off. Its addresses lead to the English pages. */
  isOff?: boolean
  /**
   * The locale for `Intl`: US formats where the language has them, the Gregorian calendar, as in the footer, and Latin
   * digits, as in prices.
   */
  locale: string
}

/** The language of the original texts. Its addresses have no prefix. */
export const english: Language = {
  code: 'en',
  tag: 'en',
  name: 'English',
  direction: 'ltr',
  letters: 'latin',
  locale: 'en-US',
}

/** Returns whether a language is English. Compares codes: the build and the server each have an object `english`. */
export const isEnglish = ({ code }: Pick<Language, 'code'>): boolean => code === english.code

/** A language as the content describes it. */
export interface DescribedLanguage {
  code?: string | null
  name?: string | null
  letters?: string | null
  isOff?: boolean | null
}

/** Scripts that are written from right to left (ISO 15924). */
const rightToLeft: readonly string[] = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg']

/** Returns whether the language of a locale is right-to-left. */
export const isRightToLeft = (locale: string): boolean =>
  rightToLeft.includes(new Intl.Locale(locale).maximize().script ?? '')

/** A lowercase language tag with an optional script and region. */
const codePattern = /^[a-z]{2,3}(-[a-z]{4})?(-[a-z]{2})?$/

/** Returns a language of the content, or undefined if its code is not a valid tag, or if it is English. */
export function languageFrom({
  code,
  name,
  letters,
  isOff,
}: DescribedLanguage): Language | undefined {
  if (!code || !codePattern.test(code) || code === english.code) return undefined
  const { language, script, region = 'US' } = new Intl.Locale(code)
  return {
    code,
    tag: new Intl.Locale(code).toString(),
    name: name || code,
    direction: isRightToLeft(code) ? 'rtl' : 'ltr',
    letters: letters === 'nastaliq' || letters === 'arabic' ? letters : 'latin',
    ...(isOff && { isOff }),
    locale: `${[language, script, region].filter(Boolean).join('-')}-u-ca-gregory-nu-latn`,
  }
}
