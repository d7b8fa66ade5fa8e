import { type CSSProperties, type ReactNode, useContext } from 'react'
import { imageAddress } from '../../content/images.ts'
import type { Screen } from '../../content/shapes.ts'
import { ImageSourceContext } from '../contexts.ts'
import { Picture } from '../picture.tsx'

interface ScreensProps {
  screens: Screen[]
  className: string
  /** How wide one is shown, as in the `sizes` attribute. */
  sizes: string
  /** Shows blurred small copies meanwhile; 29 of them weigh as much as a whole page. */
  blurred?: boolean
}

/** The screens of the apps with their captions and what they show. A picture that fails to load leaves its caption. */
export function Screens({ screens, className, sizes, blurred }: ScreensProps) {
  return (
    <ul className={className}>
      {screens.map((screen, index) => (
        <li key={screen._key} style={{ '--index': index } as CSSProperties}>
          <figure className="screen">
            <Picture image={screen} alt={screen.alt} sizes={sizes} blurred={blurred} />
            <figcaption>
              <ScreenLink screen={screen}>{screen.caption ?? `Screen ${index + 1}`}</ScreenLink>
              {/* Screen readers have heard it of the picture. */}
              <span aria-hidden="true">{screen.alt}</span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}

/** Opens a screen by itself, as large as it is. */
function ScreenLink({ screen, children }: { screen: Screen; children: ReactNode }) {
  const source = useContext(ImageSourceContext)
  const href = source && imageAddress(source, screen)?.url()
  if (!href) return <b>{children}</b>
  return (
    <a href={href} className="text-link">
      {children}
    </a>
  )
}
