import { khatam, path, starInPolygon } from '../motif/geometry.ts'

/** The logo's outlines in a square from -32 to 32, rounded to tenths: less than a pixel of an icon. */
export const logoPaths = {
  body: path(khatam(31), 1),
  lines: path(starInPolygon(8, 31, 67.5), 1),
  heart: path(khatam(8.5, { rotation: 22.5 }), 1),
}

/** Renders Halvi's logo: an eight-pointed star (khatam) with the lines of its inner star and a saffron center. */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <svg className={className} viewBox="-32 -32 64 64" aria-hidden="true">
      <path className="fill-solid" d={logoPaths.body} />
      <path className="fill-none stroke-on-solid" strokeWidth="1.8" d={logoPaths.lines} />
      <path className="fill-accent" d={logoPaths.heart} />
    </svg>
  )
}
