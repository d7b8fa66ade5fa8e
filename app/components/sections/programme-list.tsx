import { percentText } from 'halvi-site/commission/range'
import type { Programme } from 'halvi-site/content/shapes'
import { useLanguage } from 'halvi-site/language/context'
import { Link } from '../link.tsx'
import { Text } from '../text/text.tsx'

interface ProgrammeListProps {
  programmes: readonly Programme[]
  /** Returns the address of a programme's page. */
  hrefOf: (programme: Programme) => string
  /** A note below each rate: the amount that the percentage refers to. */
  rateNote?: string | null | undefined
}

/** Renders one row per programme, each starting with its rate. */
export function ProgrammeList({ programmes, hrefOf, rateNote }: ProgrammeListProps) {
  const { locale } = useLanguage()
  return (
    <ul className="shell py-10 lg:py-16">
      {programmes.map((programme) => (
        <li key={programme._id} className="programme-row">
          <div>
            <p className="font-display text-4xl semibold text-brand">
              {percentText(programme.rate, locale)}
            </p>
            {rateNote && <p className="mt-2 text-sm text-muted">{rateNote}</p>}
          </div>
          <div>
            <h2 className="text-2xl">{programme.name}</h2>
            <Text value={programme.summary} className="mt-3 text-muted" />
          </div>
          <div className="flex flex-col items-start gap-4">
            <div className="text-sm">
              <Text value={programme.eligibility} className="semibold" />
              {programme.cardNote && <p className="text-muted">{programme.cardNote}</p>}
            </div>
            <Link href={hrefOf(programme)} className="button button-outline">
              {programme.cardButton ?? programme.name}
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}
