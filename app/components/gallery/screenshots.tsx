import { imageAddress } from 'halvi-site/content/images'
import type { Screenshot } from 'halvi-site/content/shapes'
import { useFormat, useWords } from 'halvi-site/words/context'
import { type CSSProperties, type ReactNode, useContext } from 'react'
import { ContentImage } from '../content-image.tsx'
import { ImageSourceContext } from '../contexts.ts'
import { PictureTag } from '../picture-tag.tsx'

/** The element id of the screenshots of the app. */
export const galleryId = 'apps'

interface ScreenshotsProps {
  screens: Screenshot[]
  className: string
}

/** Renders app screenshots with captions and descriptions. If an image fails to load, its caption remains. */
export function Screenshots({ screens, className }: ScreenshotsProps) {
  const words = useWords().site
  const format = useFormat()
  return (
    <ul className={className}>
      {screens.map((screen, index) => (
        <li key={screen._key} style={{ '--index': index } as CSSProperties}>
          <figure className="screen relative">
            <ContentImage image={screen} alt={screen.alt} widest={480} />
            <PictureTag />
            <figcaption>
              <ScreenshotLink screen={screen}>
                {screen.caption ?? format(words.screen, { number: index + 1 })}
              </ScreenshotLink>
              {/* Hidden from screen readers, which already read the image's alternative text. */}
              <span aria-hidden="true">{screen.name ?? screen.alt}</span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}

/** Renders a link to the screenshot in its full size. */
function ScreenshotLink({ screen, children }: { screen: Screenshot; children: ReactNode }) {
  const source = useContext(ImageSourceContext)
  const href = source && imageAddress(source, screen)?.url()
  if (!href) return <b>{children}</b>
  return (
    <a href={href} className="text-link">
      {children}
    </a>
  )
}
