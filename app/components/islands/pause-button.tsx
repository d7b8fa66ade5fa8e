interface PauseButtonProps {
  /** What it stops, as in: Pause the figures. */
  what: string
  paused: boolean
  onChange: (paused: boolean) => void
  className?: string
}

/** Stops what changes by itself, and lets it go on (WCAG 2.2, 2.2.2). */
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
