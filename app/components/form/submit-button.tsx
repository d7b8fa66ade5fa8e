import { useNavigation } from '@remix-run/react'

/** The button that sends a form; disabled, and in other words, while it is under way. */
export function SubmitButton({ label, sending }: { label: string; sending: string }) {
  const navigation = useNavigation()
  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  return (
    <button type="submit" disabled={busy} className="button justify-self-start">
      {busy ? sending : label}
    </button>
  )
}
