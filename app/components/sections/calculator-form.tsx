import type { Branch } from '../../content/shapes.ts'
import { useWords } from '../../words/context.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { fieldId } from '../form/form-context.ts'

interface CalculatorFormProps {
  branches: readonly Pick<Branch, '_id' | 'name' | 'hue' | 'tagline'>[]
  submit: string | null
  /** The values that the visitor entered before. */
  branch?: string | undefined
  sales?: string | undefined
  /** Error messages by field. */
  fieldErrors?: { branch?: string; sales?: string } | undefined
}

const formId = 'calculator'

/**
 * Renders the form for a branch and its monthly sales. The result is a page with its own URL. Works without
 * JavaScript.
 */
export function CalculatorForm(props: CalculatorFormProps) {
  const { commissions: words, forms } = useWords()
  const { branches, submit, branch = '', sales, fieldErrors = {} } = props
  const errors = (['branch', 'sales'] as const).flatMap((field) => {
    const message = fieldErrors[field]
    return message ? [{ field, message }] : []
  })
  const shared = (name: 'branch' | 'sales') => ({
    id: fieldId(formId, name),
    name,
    required: true,
    className: 'field',
    'aria-describedby': [fieldErrors[name] && `${name}-error`, `${name}-hint`]
      .filter(Boolean)
      .join(' '),
    'aria-invalid': fieldErrors[name] ? true : undefined,
    autoFocus: errors[0]?.field === name,
  })
  return (
    <form
      method="get"
      action="/business/commission/calculator#answer"
      // The server validates the form and reports errors, as for every form.
      noValidate
      className="calculator cut"
    >
      {errors[0] && (
        <ErrorSummary formId={formId} answer={{ message: errors[0].message, errors }} />
      )}
      <div className="grid gap-2">
        <FieldHead name="branch" label={words.branch} error={fieldErrors.branch}>
          {words.branchHint}
        </FieldHead>
        <select {...shared('branch')} defaultValue={branch}>
          <option value="">{forms.choose}</option>
          {branches.map(({ _id, name, hue, tagline }) => (
            <option key={_id} value={hue}>
              {tagline ? `${name}: ${tagline}` : name}
            </option>
          ))}
        </select>
      </div>
      <div className="grid gap-2">
        <FieldHead name="sales" label={words.sales} error={fieldErrors.sales}>
          {words.salesHint}
        </FieldHead>
        <input
          {...shared('sales')}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={sales}
          maxLength={40}
        />
      </div>
      <button type="submit" className="button">
        {submit ?? 'Calculate'}
      </button>
    </form>
  )
}

interface FieldHeadProps {
  name: string
  label: string
  error: string | undefined
  /** The hint. */
  children: string
}

/** Renders the label, hint, and error message above a field. */
function FieldHead({ name, label, error, children }: FieldHeadProps) {
  return (
    <>
      <label htmlFor={fieldId(formId, name)} className="semibold">
        {label}
      </label>
      <p id={`${name}-hint`} className="text-sm text-muted">
        {children}
      </p>
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
    </>
  )
}
