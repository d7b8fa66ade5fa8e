interface FormAlertProps {
  id: string
  message: string
  /** Where no field is at fault: the button that had it was disabled meanwhile. */
  hasFocus: boolean
}

/** What is wrong with a form, read out when it appears and in sight as long as the form is. */
export function FormAlert({ id, message, hasFocus }: FormAlertProps) {
  return (
    <p
      id={id}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the answer to what was just sent
      autoFocus={hasFocus}
      className="form-alert"
    >
      {message}
    </p>
  )
}
