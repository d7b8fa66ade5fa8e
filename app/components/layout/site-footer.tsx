import { useFormat, useWords } from 'halvi-site/words/context'
import { Link } from '../link.tsx'
import { Brand } from './brand.tsx'
import { LanguageSwitch, type LanguageSwitchProps } from './language-switch.tsx'
import { fallbackName, type SiteSettings, shownLinks } from './site-settings.ts'

const networkNames = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  x: 'X',
  youtube: 'YouTube',
}

interface SiteFooterProps extends LanguageSwitchProps {
  settings: SiteSettings
  /** The current year from the server's clock, because the browser's clock may be wrong. */
  year: number | undefined
}

/** Renders the footer: slogan, links in columns, social accounts, and the copyright line. */
export function SiteFooter({ settings, year, ...page }: SiteFooterProps) {
  const words = useWords().site
  const groups = (settings?.footerGroups ?? [])
    .map((group) => ({ ...group, links: shownLinks(group.links) }))
    .filter(({ links }) => links.length > 0)
  return (
    <footer className="night">
      <div className="shell grid gap-x-10 gap-y-12 pt-16 pb-8 lg:grid-cols-12 lg:pt-24">
        <div className="lg:col-span-4">
          <Brand settings={settings} />
          {settings?.slogan && (
            <p className="mt-6 max-w-slogan font-display text-2xl semibold">{settings.slogan}</p>
          )}
          <SocialLinks settings={settings} />
        </div>
        {groups.length > 0 && (
          <nav
            className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-6 gap-y-10 sm:grid-cols-4 lg:col-span-8"
            aria-label={words.footer}
          >
            {groups.map(({ _key, title, links }) => (
              <div key={_key}>
                <h2 className="font-sans text-sm semibold text-accent">{title}</h2>
                <ul className="mt-3">
                  {links.map((link) => (
                    <li key={link._key}>
                      <Link href={link.to} className="footer-link">
                        {link.label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
        )}
        <div className="lg:col-span-12">
          <LanguageSwitch {...page} />
        </div>
        <div className="line-above pt-6 text-sm text-muted lg:col-span-12">
          <Identity settings={settings} />
          <p>
            © {year} {settings?.facts?.copyrightName ?? settings?.facts?.name ?? fallbackName}
          </p>
        </div>
      </div>
    </footer>
  )
}

/** Renders the details of the company that staff have entered. */
function Identity({ settings }: { settings: SiteSettings }) {
  const { legalName, address, registration, certifiers } = settings?.facts?.identity ?? {}
  const lines = [legalName, address, registration, certifiers].filter(Boolean)
  if (!lines.length) return null
  return (
    <ul className="footer-identity mb-4 flex flex-wrap gap-x-8 gap-y-1">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function SocialLinks({ settings }: { settings: SiteSettings }) {
  const { soon } = useWords().site
  const format = useFormat()
  const links = settings?.facts?.socialLinks.filter(({ network }) =>
    Object.hasOwn(networkNames, network),
  )
  if (!links?.length) return null
  return (
    <ul className="mt-6 flex flex-wrap gap-x-6">
      {links.map(({ _key, network, url }) => (
        <li key={_key}>
          {url ? (
            <Link href={url} className="footer-link semibold">
              {networkNames[network]}
            </Link>
          ) : (
            // A placeholder link (HTML standard, section 4.5.1) for an account without an address.
            // biome-ignore lint/a11y/useValidAnchor: the standard defines an anchor without href as a placeholder link
            <a className="flex min-h-9 items-center text-sm text-muted">
              {format(soon, { network: networkNames[network] })}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
