interface PauseButtonProps {
  /** A noun phrase for the button's label, such as "the metrics" in "Pause the metrics". */
  what: string
  paused: boolean
  onChange: (paused: boolean) => void
  className?: string
}

/** Renders a button that pauses and resumes content that changes automatically (WCAG 2.2, 2.2.2). */
export function PauseButton({ what, paused, onChange, className = '' }: PauseButtonProps) {
  return (
    <button
      type="button"
      className={`pause-button needs-script ${className}`}
      aria-label={`${paused ? 'Resume' : 'Pause'} ${what}`}
      onClick={() => onChange(!paused)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={paused ? 'M8 5l11 7-11 7z' : 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z'} />
      </svg>
    </button>
  )
}
