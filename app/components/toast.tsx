/** The place of short messages, see `showToast`. It is there from the start: screen readers announce later changes only. */
export function Toast() {
  return <div role="status" className="toast" />
}
