const texts: Readonly<Record<string, string>> = {
  email: 'Please check your email address: it has no ending such as “.com”.',
  phone: 'Please check your phone number: it has no digits.',
}

/** Asks to check what was accepted but may be mistyped. Empty where nothing is in doubt. */
export function CheckDetails({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return null
  return (
    <div role="status" className="mt-6 max-w-[39.75em] semibold">
      {fields.map((field) => (
        <p key={field}>{texts[field]}</p>
      ))}
      <p>If something is wrong, send the form again with the right details.</p>
    </div>
  )
}
