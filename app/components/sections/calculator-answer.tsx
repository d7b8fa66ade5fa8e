import type { ReactNode } from 'react'

/** What is kept of sales and what the commission is, in words and figures. */
interface Kept {
  sentence: string
  keep: { label: string; text: string }
  commission: { label: string; text: string }
  /** The lowest and the highest commission, 0 to 100. */
  percent: readonly [number, number]
}

interface CalculatorAnswerProps {
  hue: string
  /** Absent for a branch without a public commission. */
  kept?: Kept | undefined
  /** Stands in for the sentence there. */
  sentence: string
  /** A note on how the range comes about. */
  note: ReactNode
}

/** The answer to 'What would I keep?': a sentence, the whole divided in a bar, and both figures. */
export function CalculatorAnswer({ hue, kept, sentence, note }: CalculatorAnswerProps) {
  return (
    <section data-hue={hue} aria-labelledby="answer">
      <h2 id="answer" className="max-w-[26em] text-2xl">
        {kept?.sentence ?? sentence}
      </h2>
      {kept && (
        <>
          <ShareBar percent={kept.percent} />
          <dl className="fact-grid kept-figures">
            {[kept.keep, kept.commission].map(({ label, text }) => (
              <div key={label}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="font-display text-2xl semibold text-branch">{text}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <div className="mt-6 text-muted">{note}</div>
    </section>
  )
}

/** What is kept for certain, what depends on the rate, and what Halvi takes at least. */
function ShareBar({ percent: [low, high] }: Pick<Kept, 'percent'>) {
  return (
    <svg className="share-bar" aria-hidden="true">
      <rect width={`${100 - high}%`} height="100%" className="bar-kept" />
      <rect x={`${100 - high}%`} width={`${high - low}%`} height="100%" className="bar-between" />
      <rect x={`${100 - low}%`} width={`${low}%`} height="100%" className="bar-taken" />
    </svg>
  )
}
