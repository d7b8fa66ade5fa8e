import { useLanguage } from 'halvi-site/language/context'
import { percentText } from 'halvi-site/text/percents'
import type { ReactNode } from 'react'

/** The share of the sales that the business keeps, and the commission, as texts and percentages. */
interface Shares {
  sentence: string
  keep: { label: string; text: string }
  commission: { label: string; text: string }
  /** The parts of the bar. Their percentages add up to 100. */
  parts: readonly BarPart[]
  /** The costs that the bar leaves out. */
  excluded: string | null
}

interface BarPart {
  part: 'kept' | 'between' | 'taken'
  percent: number
  label: string
}

interface CalculatorResultProps {
  hue: string
  /** Absent for a branch without a public commission. */
  shares?: Shares | undefined
  /** The sentence for a branch without a public commission. */
  sentence: string
  /** A note that explains the range. */
  note: ReactNode
}

/** Renders the result to 'What would I keep?': a sentence, a bar with both shares, and both amounts. */
export function CalculatorResult({ hue, shares, sentence, note }: CalculatorResultProps) {
  return (
    <section data-hue={hue} aria-labelledby="answer">
      <h2 id="answer" className="max-w-note text-2xl">
        {shares?.sentence ?? sentence}
      </h2>
      {shares && (
        <>
          <ShareBar {...shares} />
          <dl className="fact-grid">
            {[shares.keep, shares.commission].map(({ label, text }) => (
              <div key={label}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="font-display text-2xl semibold text-balance text-branch">{text}</dd>
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
 * Renders a bar with its legend: the share that the business keeps at any rate, the share that depends on the rate,
 * and Halvi's minimum commission. The parts differ in lightness and pattern, not only in color.
 */
function ShareBar({ parts, excluded }: Pick<Shares, 'parts' | 'excluded'>) {
  const { locale } = useLanguage()
  const start = (index: number) =>
    parts.slice(0, index).reduce((sum, { percent }) => sum + percent, 0)
  return (
    <>
      <svg className="share-bar mt-7 h-10 w-full" aria-hidden="true">
        <pattern
          id="hatch"
          width="7"
          height="7"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="7" height="7" className="bar-gap" />
          <rect width="3" height="7" className="bar-kept" />
        </pattern>
        {parts.map(({ part, percent }, index) => (
          <Bar key={part} part={part} x={`${start(index)}%`} width={`${percent}%`} />
        ))}
      </svg>
      <ul className="bar-legend">
        {parts.map(({ part, percent, label }) => (
          <li key={part}>
            <svg aria-hidden="true">
              <Bar part={part} width="100%" />
            </svg>
            <span>
              <b>{percentText(percent, locale)}</b> {label}
            </span>
          </li>
        ))}
        {excluded && <li className="text-muted">{excluded}</li>}
      </ul>
    </>
  )
}

interface BarProps {
  part: BarPart['part']
  x?: string
  width: string
}

const Bar = ({ part, ...position }: BarProps) => (
  <rect
    height="100%"
    className={`bar-${part}`}
    fill={part === 'between' ? 'url(#hatch)' : undefined}
    {...position}
  />
)
