import type { Screen } from '../../content/shapes.ts'
import { Picture } from '../picture.tsx'

/** Two screens of the apps beside the title, the first one in front; they go on below the edge. */
export function HeroScreens({ screens }: { screens: Screen[] }) {
  const shown = screens.filter(({ asset }) => asset).slice(0, 2)
  if (!shown.length) return null
  return (
    <div className="hero-screens">
      {shown.map((screen, index) => (
        <div key={screen._key} className="phone cut">
          <Picture
            image={screen}
            alt={screen.alt}
            sizes="(min-width: 64rem) 18rem, (min-width: 48rem) 13rem, 10rem"
            widest={640}
            // Drawn in flat colours and shown at half its size: no one sees what 75 would add.
            quality={50}
            largest={index === 0}
            eager
          />
        </div>
      ))}
    </div>
  )
}
