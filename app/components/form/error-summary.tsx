import type { ActionData, FieldError } from 'halvi-leads/forms/action-data'
import { fieldId } from './form-context.ts'

/** All mistakes of a form, announced when they appear: the message, and a link to each other wrong field. */
export function ErrorSummary({ formId, answer }: { formId: string; answer: ActionData }) {
  const { message, errors = [] } = answer
  const [first, ...rest] = errors
  const own = first?.message === message ? first : undefined
  const listed = own ? rest : errors
  const link = ({ field, message }: FieldError) => (
    <a href={`#${fieldId(formId, field)}`}>{message}</a>
  )
  return (
    <div
      className="error-summary"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: where no field is at fault, the answer to what was just sent
      autoFocus={!first}
    >
      <h2>{own ? link(own) : message}</h2>
      {listed.length > 0 && (
        <ul>
          {listed.map((error) => (
            <li key={error.field} data-missing={error.isMissing}>
              {link(error)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
