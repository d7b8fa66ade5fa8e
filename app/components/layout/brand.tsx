import { ContentImage } from '../content-image.tsx'
import { Link } from '../link.tsx'
import { Logo } from './logo.tsx'
import { fallbackName, type SiteSettings } from './site-settings.ts'

/** Renders the logo and the name as a link to the home page, with the audience beside it. */
export function Brand({ settings }: { settings: SiteSettings }) {
  return (
    <p className="brand">
      <Link href="/" keepWords isCompact className="flex min-h-11 items-center gap-2.5">
        {settings?.facts?.logo?.asset ? (
          <ContentImage image={settings.facts.logo} alt="" widest={160} eager />
        ) : (
          <Logo />
        )}
        <span className="brand-name">{settings?.facts?.name ?? fallbackName}</span>
      </Link>
      {settings?.audience && <span className="brand-audience">{settings.audience}</span>}
    </p>
  )
}
