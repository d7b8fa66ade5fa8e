import type { Branch } from '../../content/shapes.ts'
import { Link } from '../link.tsx'
import { rangeText } from '../text/facts.ts'
import { plainText } from '../text/plain-text.ts'
import { Text } from '../text/text.tsx'

/** The commission of each branch, as a range on a scale that they share. */
export function CommissionTable({ branches }: { branches: readonly Branch[] }) {
  const rated = branches.filter(({ commission }) => rangeText(commission))
  if (!rated.length) return null
  const notes = new Set(rated.map(({ note }) => plainText(note)))
  const highest = Math.max(...rated.map(({ commission }) => commission?.high ?? 0), 1)
  return (
    <>
      <ul className="border-t border-line">
        {rated.map(({ _id, name, hue, tagline, commission, note, path }) => (
          <li key={_id} className="commission-row" data-hue={hue}>
            <div>
              <h2 className="text-xl">
                {path ? (
                  <Link href={path} className="hover:underline">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </h2>
              <p className="text-sm text-muted">{tagline}</p>
            </div>
            <svg className="h-4 w-full" aria-hidden="true">
              <rect width="100%" height="100%" className="fill-tint" />
              <rect
                x={`${((commission?.low ?? 0) / highest) * 100}%`}
                width={`${Math.max(((commission?.high ?? 0) - (commission?.low ?? 0)) / highest, 0.01) * 100}%`}
                height="100%"
                className="fill-branch"
              />
            </svg>
            <p className="font-display text-2xl font-semibold whitespace-nowrap text-branch">
              {rangeText(commission)}
            </p>
            {notes.size > 1 && <Text value={note} className="text-sm text-muted sm:col-span-3" />}
          </li>
        ))}
      </ul>
      {notes.size === 1 && <Text value={rated[0]?.note} className="mt-5 text-muted" />}
    </>
  )
}
