import type { FieldError as Mistake } from 'halvi-leads/forms/action-data'

interface FieldErrorProps {
  id: string | undefined
  error: Mistake | undefined
  /** Another field that makes up for it once something is entered there. */
  orField?: string | undefined
}

/** The mistake of a field, above it. clear-errors.ts removes or rewords it while the visitor types. */
export function FieldError({ id, error, orField }: FieldErrorProps) {
  if (!error) return null
  const names = [error.field, orField].filter(Boolean).join(' ')
  return (
    <p
      id={id}
      className="field-error"
      data-error={error.isTooLong ? undefined : names}
      data-malformed={error.malformed}
    >
      {error.message}
    </p>
  )
}
