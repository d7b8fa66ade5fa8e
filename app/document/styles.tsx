import type { Language } from 'halvi-site/language/language'
import arabicText from '../fonts/arabic.woff2?url'
import arabicDisplay from '../fonts/el-messiri-arabic.woff2?url'
import lettersFile from '../styles/letters.css?url'
import { useRendering } from './rendering.tsx'

/**
 * Renders the stylesheet as a file that is cached, or a place for the styles in the page, which save a round trip on a
 * first visit. Languages with other letters or another direction get a second stylesheet and its fonts.
 */
export function Styles({ language }: { language: Language }) {
  const { direction, letters } = language
  const rendering = useRendering()
  const file = rendering ? rendering.stylesheet : renderedFile()
  const hasOwn = direction === 'rtl' || letters !== 'latin'
  return (
    <>
      {letters === 'arabic' &&
        [arabicDisplay, arabicText].map((href) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            href={href}
            crossOrigin="anonymous"
          />
        ))}
      {file ? (
        <link rel="stylesheet" href={file} data-styles="" />
      ) : (
        <InlineStyles text={rendering?.stylesPlaceholder} />
      )}
      {hasOwn && file && <link rel="stylesheet" href={lettersFile} />}
      {hasOwn && !file && <InlineStyles text={rendering?.letterStyles} />}
    </>
  )
}

const InlineStyles = ({ text = '' }: { text: string | undefined }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
  <style nonce={useRendering()?.nonce} dangerouslySetInnerHTML={{ __html: text }} />
)

/** Read once, because in development Vite replaces the link of a changed stylesheet. */
let file: string | null | undefined

function renderedFile() {
  file ??= document.querySelector('[data-styles]')?.getAttribute('href')
  return file
}
