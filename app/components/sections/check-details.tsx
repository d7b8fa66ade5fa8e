const texts: Readonly<Record<string, string>> = {
  email: 'Please check your email address. It doesn’t end in “.com” or another domain.',
  phone: 'Please check your phone number. It has no digits.',
}

/** Asks the visitor to check fields that were accepted but may be mistyped. Renders nothing without such fields. */
export function CheckDetails({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return null
  return (
    <div role="status" className="mt-6 max-w-[39.75em] semibold">
      {fields.map((field) => (
        <p key={field}>{texts[field]}</p>
      ))}
      <p>If something is wrong, correct it and send the form again.</p>
    </div>
  )
}
