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
  const hints = (field: string, wrong?: string) =>
    [wrong && `${field}-error`, `${field}-hint`].filter(Boolean).join(' ')
  return (
    <form
      method="get"
      action="/business/commission/calculator#answer"
      // What is wrong the answer says, as for every form.
      noValidate
      className="calculator cut"
    >
      {errors[0] && (
        <ErrorSummary formId={formId} answer={{ message: errors[0].message, errors }} />
      )}
      <div>
        <label htmlFor={fieldId(formId, 'branch')} className="semibold">
          Branch
        </label>
        <p id="branch-hint" className="text-sm text-muted">
          Where you sell, drive or take bookings
        </p>
        <Mistake field="branch" text={mistakes.branch} />
        <select
          id={fieldId(formId, 'branch')}
          required
          name="branch"
          defaultValue={branch}
          className="field"
          aria-describedby={hints('branch', mistakes.branch)}
          aria-invalid={mistakes.branch ? true : undefined}
          // biome-ignore lint/a11y/noAutofocus: the first wrong field of what was asked
          autoFocus={Boolean(mistakes.branch)}
        >
          <option value="">Please choose</option>
          {branches.map(({ _id, name, hue, tagline }) => (
            <option key={_id} value={hue}>
              {tagline ? `${name}: ${tagline}` : name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={fieldId(formId, 'sales')} className="semibold">
          Monthly sales
        </label>
        <p id="sales-hint" className="text-sm text-muted">
          In US dollars, such as 5,000
        </p>
        <Mistake field="sales" text={mistakes.sales} />
        <input
          id={fieldId(formId, 'sales')}
          required
          name="sales"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={sales}
          maxLength={40}
          className="field"
          aria-describedby={hints('sales', mistakes.sales)}
          aria-invalid={mistakes.sales ? true : undefined}
          // biome-ignore lint/a11y/noAutofocus: the first wrong field of what was asked
          autoFocus={Boolean(mistakes.sales && !mistakes.branch)}
        />
      </div>
      <button type="submit" className="button">
        {submit ?? 'Calculate'}
      </button>
    </form>
  )
}

function Mistake({ field, text }: { field: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p id={`${field}-error`} className="field-mistake">
      {text}
    </p>
  )
}
