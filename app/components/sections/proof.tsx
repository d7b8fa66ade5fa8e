import { hrefOf } from 'halvi-site/addresses'
import type { SectionOf } from 'halvi-site/content/shapes'
import { Link } from '../link.tsx'

interface ProofProps {
  section: SectionOf<'proofSection'>
  /** The id of the heading, and the name of the group of parts. Unique on the page. */
  id: string
}

/**
 * Renders the section on how businesses are verified: a certificate whose parts open one at a time. Works without
 * JavaScript.
 */
export function Proof({ section, id }: ProofProps) {
  const { title, text, link, to, label, business, parts, note } = section
  if (!parts.length) return null
  return (
    <section className="landing-band" aria-labelledby={id}>
      <div className="night cut">
        <div className="proof band-grid">
          <div>
            <h2 id={id} className="text-3xl">
              {title}
            </h2>
            {text && <p className="mt-4 max-w-note text-lg text-muted">{text}</p>}
            {link && hrefOf(to) && (
              <p className="mt-6">
                <Link href={to} className="text-link">
                  {link}
                </Link>
              </p>
            )}
          </div>
          <div className="certificate cut">
            <header className="grid justify-items-center gap-1 pb-6 text-center">
              <span className="seal mb-3 grid place-items-center">
                <svg className="star" viewBox="-12 -12 24 24" aria-hidden="true">
                  <path d="M11 0 7.8 3.2V7.8H3.2L0 11-3.2 7.8H-7.8V3.2L-11 0-7.8-3.2V-7.8H-3.2L0-11 3.2-7.8H7.8V-3.2Z" />
                </svg>
                <Tick className="w-8 fill-none" />
              </span>
              <h3 className="text-2xl">{business}</h3>
              <p className="text-sm text-muted">{label}</p>
            </header>
            {parts.map((part, index) => (
              <details key={part._key} className="line-above" open={index === 0} {...{ name: id }}>
                <summary>
                  <Tick />
                  {part.title}
                </summary>
                <p className="text-muted">{part.text}</p>
              </details>
            ))}
            {note && <p className="line-above pt-5 text-sm text-muted">{note}</p>}
          </div>
        </div>
      </div>
    </section>
  )
}

function Tick({ className = '' }) {
  return (
    <svg className={`tick ${className}`.trim()} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 12l6 6L20 6" />
    </svg>
  )
}
