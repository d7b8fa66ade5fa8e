import type { FieldError } from 'halvi-leads/forms/action-data'
import { fieldId } from './form-context.ts'
import type { ShownResponse } from './response-in-words.ts'

/** Renders a form's errors: the main message, and a link to each invalid field. Screen readers announce it. */
export function ErrorSummary({ formId, response }: { formId: string; response: ShownResponse }) {
  const { message, errors = [] } = response
  const [first, ...rest] = errors
  const titleError = first?.message === message ? first : undefined
  const listed = titleError ? rest : errors
  const link = ({ field, message }: FieldError<string>) => (
    <a href={`#${fieldId(formId, field)}`}>{message}</a>
  )
  return (
    <div
      className="error-summary"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: if no field is invalid, the summary is the result of the submission
      autoFocus={!first}
    >
      <h2>{titleError ? link(titleError) : message}</h2>
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
