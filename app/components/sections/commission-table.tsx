import type { Branch } from 'halvi-site/content/shapes'
import { useLanguage } from 'halvi-site/language/context'
import { percentText, rangeText } from 'halvi-site/text/percents'
import { Link } from '../link.tsx'
import { plainText } from '../text/plain-text.ts'
import { Text } from '../text/text.tsx'

/** Percent between two lines of the scale. */
const step = 5
/** The minimum end of the scale, in percent. */
const minEnd = 20

interface CommissionTableProps {
  branches: readonly Branch[]
  /** The heading level of a branch's name. */
  heading?: 'h2' | 'h3'
}

/** Renders the commission range of each branch on a common scale, followed by branches without a commission. */
export function CommissionTable({ branches, heading: Heading = 'h2' }: CommissionTableProps) {
  const { locale } = useLanguage()
  const rated = branches.filter(({ commission }) => rangeText(commission))
  const others = branches.filter((branch) => !rated.includes(branch) && plainText(branch.note))
  if (!rated.length) return null
  const notes = new Set(rated.map(({ note }) => plainText(note)))
  const highest = Math.max(...rated.map(({ commission }) => Number(commission?.high) || 0))
  const end = Math.max(Math.ceil(highest / step) * step, minEnd)
  return (
    <div>
      <div className="commission-row py-2 text-muted">
        <Axis end={end} />
      </div>
      <ul>
        {rated.map(({ _id, name, hue, tagline, commission, note, path }) => (
          <li key={_id} className="commission-row" data-hue={hue}>
            <div>
              <Heading className="text-xl">
                {path ? (
                  <Link href={path} keepWords className="hover:underline">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </Heading>
              <p className="text-sm text-muted">{tagline}</p>
            </div>
            <Bar low={Number(commission?.low)} high={Number(commission?.high)} end={end} />
            <p className="font-display whitespace-nowrap [grid-area:figure] sm:text-end text-2xl semibold text-branch">
              {rangeText(commission, locale)}
            </p>
            {notes.size > 1 && (
              <Text value={note} className="[grid-area:note] text-sm text-muted" />
            )}
          </li>
        ))}
      </ul>
      {notes.size === 1 && <Text value={rated[0]?.note} className="mt-5 text-muted" />}
      {others.length > 0 && (
        <dl className="mt-8 grid gap-4">
          {others.map(({ _id, name, note }) => (
            <div key={_id}>
              <dt className="semibold">{name}</dt>
              <dd>
                <Text value={note} className="text-muted" />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

const positions = (end: number) =>
  Array.from({ length: Math.min(end / step, 20) + 1 }, (_, index) => index * step)

/**
 * Renders the percentages above the bars. Hidden from screen readers, because each row also has its range as text.
 */
function Axis({ end }: { end: number }) {
  const { locale } = useLanguage()
  return (
    <svg className="commission-bar h-5 w-full text-sm" aria-hidden="true">
      {positions(end).map((percent) => (
        <text
          key={percent}
          x={`${(percent / end) * 100}%`}
          y="1em"
          fill="currentColor"
          textAnchor={percent === 0 ? 'start' : percent === end ? 'end' : 'middle'}
        >
          {percentText(percent, locale)}
        </text>
      ))}
    </svg>
  )
}

function Bar({ low, high, end }: { low: number; high: number; end: number }) {
  return (
    <svg className="commission-bar h-8 w-full" aria-hidden="true">
      {positions(end).map((percent) => (
        <line
          key={percent}
          x1={`${(percent / end) * 100}%`}
          x2={`${(percent / end) * 100}%`}
          y2="100%"
          className="scale-line"
        />
      ))}
      <rect
        x={`${(low / end) * 100}%`}
        y="25%"
        width={`${Math.max((high - low) / end, 0.01) * 100}%`}
        height="50%"
        className="scale-range"
      />
    </svg>
  )
}
