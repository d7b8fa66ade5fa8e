/** The button that sends a form; disabled, and in other words, while send-form.ts sends it. */
export function SubmitButton({ label, sending }: { label: string; sending: string }) {
  return (
    <button type="submit" className="button justify-self-start" data-sending={sending}>
      {label}
    </button>
  )
}
