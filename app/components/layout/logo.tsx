/**
 * The logo's outlines in a square from -32 to 32. `public/favicon.svg` has the same texts, without spaces that a data URL
 * would encode, so that a page compresses both together.
 */
export const logoPaths = {
  body: 'M31,0,21.9,9.1V21.9H9.1L0,31-9.1,21.9H-21.9V9.1L-31,0-21.9-9.1V-21.9H-9.1L0-31,9.1-21.9H21.9V-9.1Z',
  lines:
    'M31,0,15.5,6.4,21.9,21.9,6.4,15.5,0,31-6.4,15.5-21.9,21.9-15.5,6.4-31,0-15.5-6.4-21.9-21.9-6.4-15.5,0-31,6.4-15.5,21.9-21.9,15.5-6.4Z',
  heart:
    'M7.9,3.3,4.6,4.6,3.3,7.9,0,6.5-3.3,7.9-4.6,4.6-7.9,3.3-6.5,0-7.9-3.3-4.6-4.6-3.3-7.9,0-6.5,3.3-7.9,4.6-4.6,7.9-3.3,6.5,0Z',
}

/** Renders Halvi's logo: an eight-pointed star (khatam) with the lines of its inner star and a saffron center. */
export const Logo = () => (
  <svg viewBox="-32 -32 64 64" aria-hidden="true">
    <path className="fill-solid" d={logoPaths.body} />
    <path className="fill-none stroke-on-solid" strokeWidth="1.8" d={logoPaths.lines} />
    <path className="fill-accent" d={logoPaths.heart} />
  </svg>
)
