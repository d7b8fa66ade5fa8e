/** The eight-fold star that stands for the site in browser tabs. */
export function BrandIcon() {
  return <img src="/favicon.svg" alt="" width={25} height={25} />
}
