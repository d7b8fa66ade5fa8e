import { useLanguage } from 'halvi-site/language/context'
import { english } from 'halvi-site/language/language'
import { useWords } from 'halvi-site/words/context'

/**
 * Renders the tag of a drawing: “Sample” if its names are invented, and “In English” on pages in other languages.
 * Renders nothing if neither applies.
 */
export function PictureTag({ isSample = false }: { isSample?: boolean }) {
  const { sample, inEnglish } = useWords().site
  const isForeign = useLanguage().code !== english.code
  if (!isSample && !isForeign) return null
  return (
    <span className="sample-tag">
      {isSample && sample}
      {isSample && isForeign && ' · '}
      {isForeign && inEnglish}
    </span>
  )
}
