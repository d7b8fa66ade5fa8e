/**
 * Renders the container for toasts, see `showToast`. It is part of the initial page, because screen readers only
 * announce changes of a live region that already exists.
 */
export function Toast() {
  return <div role="status" className="toast" data-classes="cut" />
}
