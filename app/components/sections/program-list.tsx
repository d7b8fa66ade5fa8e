import type { Program } from 'halvi-site/content/shapes'
import { useLanguage } from 'halvi-site/language/context'
import { percentText } from 'halvi-site/text/percents'
import { Link } from '../link.tsx'
import { Text } from '../text/text.tsx'

interface ProgramListProps {
  programs: readonly Program[]
  /** Returns the address of a program's page. */
  hrefOf: (program: Program) => string
  /** A note below each rate: the amount that the percentage refers to. */
  rateNote?: string | null | undefined
}

/** Renders one row per program, each starting with its rate. */
export function ProgramList({ programs, hrefOf, rateNote }: ProgramListProps) {
  const { locale } = useLanguage()
  return (
    <ul className="shell py-10 lg:py-16">
      {programs.map((program) => (
        <li key={program._id} className="program-row">
          <div>
            <p className="font-display text-4xl semibold text-brand">
              {percentText(program.rate, locale)}
            </p>
            {rateNote && <p className="mt-2 text-sm text-muted">{rateNote}</p>}
          </div>
          <div>
            <h2 className="text-2xl">{program.name}</h2>
            <Text value={program.summary} className="mt-3 text-muted" />
          </div>
          <div className="flex flex-col items-start gap-4">
            <div className="text-sm">
              <Text value={program.eligibility} className="semibold" />
              {program.cardNote && <p className="text-muted">{program.cardNote}</p>}
            </div>
            <Link href={hrefOf(program)} className="button button-outline">
              {program.cardButton ?? program.name}
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}
