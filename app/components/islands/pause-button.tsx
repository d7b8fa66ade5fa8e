interface PauseButtonProps {
  /** The button's label while the content changes, and while it is paused. */
  pause: string
  resume: string
  paused: boolean
  onChange: (paused: boolean) => void
  className?: string
}

/** Renders a button that pauses and resumes content that changes automatically (WCAG 2.2, 2.2.2). */
export function PauseButton(props: PauseButtonProps) {
  const { pause, resume, paused, onChange, className = '' } = props
  return (
    <button
      type="button"
      className={`pause-button needs-script ${className}`}
      aria-label={paused ? resume : pause}
      onClick={() => onChange(!paused)}
    >
      <svg className="size-5 fill-current" viewBox="0 0 24 24" aria-hidden="true">
        <path d={paused ? 'M8 5l11 7-11 7z' : 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z'} />
      </svg>
    </button>
  )
}
