/**
 * Where short messages appear over the page's lower edge, see `showToast`. Nothing moves for one and
 * nothing under it is out of reach. The empty region is on the page from the start, since screen
 * readers announce only words that come into it later.
 */
export function Toast() {
  return <div role="status" className="toast" />
}
