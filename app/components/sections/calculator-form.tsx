import type { Branch } from 'halvi-site/content/shapes'
import { useLocalPath } from 'halvi-site/language/local-path'
import { useWords } from 'halvi-site/words/context'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SelectField, TextField } from '../form/fields/text-fields.tsx'
import { FormContext } from '../form/form-context.ts'

interface CalculatorFormProps {
  branches: readonly Pick<Branch, 'name' | 'hue' | 'tagline'>[]
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
  const words = useWords().commissions
  const { branches, submit, branch = '', sales = '', fieldErrors = {} } = props
  const errors = (['branch', 'sales'] as const).flatMap((field) => {
    const message = fieldErrors[field]
    return message ? [{ field, message }] : []
  })
  const response = errors[0] && { message: errors[0].message, errors }
  return (
    <form
      method="get"
      action={useLocalPath()('/business/commission/calculator#answer')}
      // The server validates the form and reports errors, as for every form.
      noValidate
      className="calculator cut"
    >
      <FormContext.Provider value={{ id: formId, response, defaults: { branch, sales } }}>
        {errors.length > 1 && response && <ErrorSummary formId={formId} response={response} />}
        <SelectField
          name="branch"
          label={words.branch}
          hint={words.branchHint}
          options={branches.map(({ name, hue, tagline }) => ({
            value: hue,
            label: tagline ? `${name}: ${tagline}` : name,
          }))}
          required
        />
        <TextField
          name="sales"
          label={words.sales}
          hint={words.salesHint}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          required
        />
      </FormContext.Provider>
      <button type="submit" className="button">
        {submit ?? words.calculate}
      </button>
    </form>
  )
}
