import { useWords } from 'halvi-site/words/context'

/** Asks the visitor to check fields that were accepted but may be mistyped. Renders nothing without such fields. */
export function CheckDetails({ fields }: { fields: readonly string[] }) {
  const words = useWords().forms
  const texts: Readonly<Record<string, string>> = {
    email: words.checkEmail,
    phone: words.checkPhone,
  }
  if (fields.length === 0) return null
  return (
    <div role="status" className="mt-6 max-w-text semibold">
      {fields.map((field) => (
        <p key={field}>{texts[field]}</p>
      ))}
      <p>{words.checkAgain}</p>
    </div>
  )
}
