import { useLanguage } from '../language/context.ts'
import { english } from '../language/language.ts'
import { useWords } from '../words/context.ts'

/** Renders a tag on a drawing, whose names are not real, and whose words are in English. Renders nothing without either. */
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
