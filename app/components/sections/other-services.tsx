import type { SERVICE_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import { Link } from '../link.tsx'

interface OtherServicesProps {
  heading: string
  services: NonNullable<SERVICE_QUERY_RESULT>['others']
}

/** Renders links to the other services, each in its branch's color. */
export function OtherServices({ heading, services }: OtherServicesProps) {
  if (!services.length) return null
  return (
    <nav className="shell py-14" aria-labelledby="other-services">
      <h2 id="other-services" className="text-xl">
        {heading}
      </h2>
      <ul className="mt-4 flex flex-wrap gap-x-8 gap-y-1">
        {services.map(({ _id, title, slug, hue }) => (
          <li key={_id} data-hue={hue}>
            <Link href={`/services/${slug}`} className="eyebrow-link min-h-10">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
