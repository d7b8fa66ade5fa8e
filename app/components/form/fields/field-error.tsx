import type { FieldError as FieldErrorData } from 'halvi-leads/forms/action-data'

interface FieldErrorProps {
  id: string | undefined
  error: FieldErrorData<string> | undefined
  /** An alternative field: a value in it also resolves the error. */
  orField?: string | undefined
}

/** Renders a field's error message above the field. clear-errors.ts removes or changes it while the visitor types. */
export function FieldError({ id, error, orField }: FieldErrorProps) {
  if (!error) return null
  const names = [error.field, orField].filter(Boolean).join(' ')
  return (
    <p
      id={id}
      className="field-error"
      data-error={error.maxLength ? undefined : names}
      data-malformed={error.malformed}
    >
      {error.message}
    </p>
  )
}
