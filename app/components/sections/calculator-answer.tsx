import type { ReactNode } from 'react'

/** The share of the sales that the business keeps, and the commission, as texts and percentages. */
interface Shares {
  sentence: string
  keep: { label: string; text: string }
  commission: { label: string; text: string }
  /** The lowest and the highest commission, 0 to 100. */
  percent: readonly [number, number]
}

interface CalculatorAnswerProps {
  hue: string
  /** Absent for a branch without a public commission. */
  shares?: Shares | undefined
  /** The sentence for a branch without a public commission. */
  sentence: string
  /** A note that explains the range. */
  note: ReactNode
}

/** Renders the answer to 'What would I keep?': a sentence, a bar with both shares, and both amounts. */
export function CalculatorAnswer({ hue, shares, sentence, note }: CalculatorAnswerProps) {
  return (
    <section data-hue={hue} aria-labelledby="answer">
      <h2 id="answer" className="max-w-[26em] text-2xl">
        {shares?.sentence ?? sentence}
      </h2>
      {shares && (
        <>
          <ShareBar percent={shares.percent} />
          <dl className="fact-grid kept-figures">
            {[shares.keep, shares.commission].map(({ label, text }) => (
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

/**
 * Renders a bar with three parts: the share that the business keeps at any rate, the share that depends on the rate,
 * and Halvi's minimum commission.
 */
function ShareBar({ percent: [low, high] }: Pick<Shares, 'percent'>) {
  return (
    <svg className="share-bar" aria-hidden="true">
      <rect width={`${100 - high}%`} height="100%" className="bar-kept" />
      <rect x={`${100 - high}%`} width={`${high - low}%`} height="100%" className="bar-between" />
      <rect x={`${100 - low}%`} width={`${low}%`} height="100%" className="bar-taken" />
    </svg>
  )
}
