import { listText } from 'halvi-site/language/numbers'
import { useState } from 'react'
import { wordMs } from '../../metrics/intervals.ts'
import { useInterval } from './hooks/use-interval.ts'
import { useMotion } from './hooks/use-motion.ts'
import { PauseButton } from './pause-button.tsx'

interface RotatingWordsProps {
  /** The text before the rotating words. */
  lead: string
  words: readonly string[]
  /** The locale of the page. */
  locale: string
  /** The labels of the button. */
  pause: string
  resume: string
}

/**
 * Renders words that rotate every three seconds. Screen readers, and visitors without JavaScript or with reduced
 * motion, get the complete list.
 */
export function RotatingWords({ lead, words, locale, pause, resume }: RotatingWordsProps) {
  const motion = useMotion()
  const [paused, setPaused] = useState(false)
  const [index, setIndex] = useState(0)
  const hasSeveral = words.length > 1
  useInterval(
    () => setIndex((current) => (current + 1) % words.length),
    wordMs,
    motion && hasSeveral && !paused,
  )
  return (
    <div className="flex items-center gap-2 font-display text-xl semibold">
      <p>
        {lead}{' '}
        <span className="rotating-list text-accent">{listText(words, locale, 'conjunction')}</span>
        <span className="rotating-words text-accent" aria-hidden="true">
          {words.map((word, position) => (
            <span key={word} data-current={position === index || undefined}>
              {word}
            </span>
          ))}
        </span>
      </p>
      {hasSeveral && (
        <PauseButton
          {...{ pause, resume, paused }}
          onChange={setPaused}
          className="rotating-pause"
        />
      )}
    </div>
  )
}
