import type { ReactNode } from 'react'
import { rangeText } from '../../commission/range.ts'
import type { Branch, Figure } from '../../content/shapes.ts'
import { useWords } from '../../words/context.ts'
import { Link } from '../link.tsx'
import { Text } from '../text/text.tsx'
import { ScreenPanel } from './screen-panel.tsx'

interface BranchHeroProps {
  eyebrow: ReactNode
  title: string
  subtitle: string
  branch: Branch | null
  /** The text of the link to the commission calculator. Null: no link. */
  calculator: string | null
  /** An app screenshot. */
  figure: Figure | null
  children: ReactNode
}

/** Renders the top of a service page: title and commission, beside a panel with the image. */
export function BranchHero(props: BranchHeroProps) {
  const { eyebrow, title, subtitle, branch, calculator, figure, children } = props
  return (
    <div
      className="shell grid gap-10 pt-10 pb-16 lg:grid-cols-12 lg:gap-8 lg:pt-16 lg:pb-24"
      data-hue={branch?.hue}
    >
      <div className={figure?.asset ? 'lg:col-span-7 lg:pt-8' : 'max-w-[46rem] lg:col-span-12'}>
        {eyebrow}
        <h1 className="mt-4 text-3xl">{title}</h1>
        <p className="mt-5 max-w-[17.7em] font-display text-xl semibold text-branch">{subtitle}</p>
        <div className="mt-6">{children}</div>
        <Commission branch={branch} calculator={calculator} />
      </div>
      {figure?.asset && (
        <ScreenPanel figure={figure} hue={branch?.hue} largest className="lg:col-span-5" />
      )}
    </div>
  )
}

/** Renders a branch's commission range with its note. A branch without a range shows only the note. */
function Commission({ branch, calculator }: Pick<BranchHeroProps, 'branch' | 'calculator'>) {
  const words = useWords().commissions
  const range = rangeText(branch?.commission)
  if (!branch?.note && !range) return null
  return (
    <dl className="branch-commission">
      <dt className="text-sm semibold">{words.commission}</dt>
      {range && <dd className="font-display text-2xl semibold text-branch">{range}</dd>}
      <dd className="text-sm text-muted">
        <Text value={branch?.note} />
        {range && calculator && (
          <Link
            href={`/business/commission/calculator?branch=${branch?.hue}`}
            className="text-link"
          >
            {calculator}
          </Link>
        )}
      </dd>
    </dl>
  )
}
