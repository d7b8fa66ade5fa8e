import { honeypotField } from 'halvi-leads/forms/action-data'

/** A field that nobody sees or reaches; only a program fills it in. */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[999rem] size-px overflow-hidden">
      <label>
        Leave this empty
        <input name={honeypotField} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
