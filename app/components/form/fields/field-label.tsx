interface FieldLabelProps {
  /** The id of the field. */
  htmlFor: string
  label: string
  required: boolean | undefined
  hint?: string | null | undefined
  hintId?: string | undefined
}

/** What a field is called, that it may stay empty, and a hint for it. */
export function FieldLabel({ htmlFor, label, required, hint, hintId }: FieldLabelProps) {
  return (
    <>
      <label htmlFor={htmlFor} className="semibold">
        {label}
        {!required && <span className="text-plain text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  )
}
