import type { Branch } from '../../content/shapes.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { fieldId } from '../form/form-context.ts'

interface CalculatorFormProps {
  branches: readonly Pick<Branch, '_id' | 'name' | 'hue' | 'tagline'>[]
  submit: string | null
  /** What was asked before. */
  branch?: string | undefined
  sales?: string | undefined
  /** What is wrong with it, by field. */
  mistakes?: { branch?: string; sales?: string } | undefined
}

const formId = 'calculator'

/** Asks for a branch and its sales in a month. Its answer is a page with an address; needs no script. */
export function CalculatorForm(props: CalculatorFormProps) {
  const { branches, submit, branch = '', sales, mistakes = {} } = props
  const errors = (['branch', 'sales'] as const).flatMap((field) => {
    const message = mistakes[field]
    return message ? [{ field, message }] : []
  })
  const shared = (name: 'branch' | 'sales') => ({
    id: fieldId(formId, name),
    name,
    required: true,
    className: 'field',
    'aria-describedby': [mistakes[name] && `${name}-error`, `${name}-hint`]
      .filter(Boolean)
      .join(' '),
    'aria-invalid': mistakes[name] ? true : undefined,
    autoFocus: errors[0]?.field === name,
  })
  return (
    <form
      method="get"
      action="/business/commission/calculator#answer"
      // The server reports mistakes, as for every form.
      noValidate
      className="calculator cut"
    >
      {errors[0] && (
        <ErrorSummary formId={formId} answer={{ message: errors[0].message, errors }} />
      )}
      <div>
        <FieldHead name="branch" label="Branch" mistake={mistakes.branch}>
          Where you sell, drive or take bookings
        </FieldHead>
        <select {...shared('branch')} defaultValue={branch}>
          <option value="">Please choose</option>
          {branches.map(({ _id, name, hue, tagline }) => (
            <option key={_id} value={hue}>
              {tagline ? `${name}: ${tagline}` : name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <FieldHead name="sales" label="Monthly sales" mistake={mistakes.sales}>
          In US dollars, such as 5,000
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
  mistake: string | undefined
  /** A hint. */
  children: string
}

/** The label, hint and mistake above a field. */
function FieldHead({ name, label, mistake, children }: FieldHeadProps) {
  return (
    <>
      <label htmlFor={fieldId(formId, name)} className="semibold">
        {label}
      </label>
      <p id={`${name}-hint`} className="text-sm text-muted">
        {children}
      </p>
      {mistake && (
        <p id={`${name}-error`} className="field-mistake">
          {mistake}
        </p>
      )}
    </>
  )
}
