import type { ReactNode } from 'react'
import type { Branch } from '../../content/shapes.ts'
import { Motif } from '../motif/motif.tsx'
import { rangeText } from '../text/facts.ts'

interface BranchHeroProps {
  eyebrow: ReactNode
  title: string
  subtitle: string
  branch: Branch | null
  /** A screen of the app, of class `branch-screen`; the panel's figure covers its lower part. */
  picture?: ReactNode
  children: ReactNode
}

/** The opening of a service's page, beside a panel in its branch's colour with its commission. */
export function BranchHero(props: BranchHeroProps) {
  const { eyebrow, title, subtitle, branch, picture, children } = props
  return (
    <div
      className="shell grid gap-10 pt-10 pb-16 lg:grid-cols-12 lg:gap-8 lg:pt-16 lg:pb-24"
      data-hue={branch?.hue}
    >
      <div className="lg:col-span-7 lg:pt-8">
        {eyebrow}
        <h1 className="mt-4 text-3xl">{title}</h1>
        <p className="mt-5 max-w-[17.7em] font-display text-xl font-semibold text-branch">
          {subtitle}
        </p>
        <div className="mt-6">{children}</div>
      </div>
      <div className="branch-panel cut lg:col-span-5" data-hue={branch?.hue}>
        <Motif shape="lattice" hue={branch?.hue} size={150} className="text-branch opacity-45" />
        {picture}
        <PanelFigure branch={branch} />
      </div>
    </div>
  )
}

function PanelFigure({ branch }: { branch: Branch | null }) {
  const commission = rangeText(branch?.commission)
  return (
    <div className="branch-plate cut">
      <p className="font-display text-xl font-semibold">{branch?.tagline}</p>
      {commission && (
        <p className="mt-3 flex flex-wrap items-baseline gap-x-3">
          <span className="font-display text-3xl font-semibold text-branch">{commission}</span>
          <span className="text-sm text-muted">commission</span>
        </p>
      )}
    </div>
  )
}
