import type { CSSProperties } from 'react'
import type { Screen } from '../../content/shapes.ts'
import { Picture } from '../picture.tsx'

interface ScreensProps {
  screens: Screen[]
  className: string
  /** How wide one is shown, as in the `sizes` attribute. */
  sizes: string
  /** Shows blurred small copies meanwhile; 29 of them weigh as much as a whole page. */
  blurred?: boolean
}

/** The screens of the apps with their captions. A picture that fails to load leaves its caption. */
export function Screens({ screens, className, sizes, blurred }: ScreensProps) {
  return (
    <ul className={className}>
      {screens.map((screen, index) => (
        <li key={screen._key} style={{ '--index': index } as CSSProperties}>
          <figure className="screen">
            <Picture image={screen} alt={screen.alt} sizes={sizes} blurred={blurred} />
            <figcaption>{screen.caption ?? `Screen ${index + 1}`}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
