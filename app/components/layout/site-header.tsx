import { hrefOf } from 'halvi-site/addresses'
import { useWords } from 'halvi-site/words/context'
import { Link } from '../link.tsx'
import { Brand } from './brand.tsx'
import { LanguageSwitch, type LanguageSwitchProps } from './language-switch.tsx'
import { type SiteSettings, shownLinks } from './site-settings.ts'

const waitlist = '/waitlist'

/**
 * Renders the fixed header with a waitlist button. In wide windows, it has a row with as many links as fit. The menu
 * with all links is a popover, which works without JavaScript.
 */
export function SiteHeader({
  settings,
  path,
  query,
  languages,
}: { settings: SiteSettings } & LanguageSwitchProps) {
  const words = useWords().site
  const links = shownLinks(settings?.headerLinks)
  const join = links.find(({ to }) => hrefOf(to) === waitlist)
  const pages = links.filter((link) => link !== join)
  const more = shownLinks(settings?.menuLinks)
  const items = (links: typeof pages) =>
    links.map((link) => (
      <li key={link._key} className="menu-item">
        <Link href={link.to} className="menu-link" aria-current={current(hrefOf(link.to), path)}>
          {link.label}
        </Link>
      </li>
    ))
  return (
    <header className="site-header" data-header suppressHydrationWarning>
      <div className="shell flex h-full items-center gap-(--gap) lg:gap-6">
        <Brand settings={settings} />
        {pages.length > 0 && (
          <>
            <nav className="menu-row" aria-label={words.mainMenu}>
              <ul>{items(pages)}</ul>
            </nav>
            <nav
              id="menu"
              className="site-menu"
              aria-label={words.mainMenu}
              {...{ popover: 'auto' }}
            >
              <ul>{items([...pages, ...more])}</ul>
              <LanguageSwitch languages={languages} path={path} query={query} />
            </nav>
          </>
        )}
        <div className="header-actions ms-auto flex items-center gap-2">
          {join && (
            <p className="join">
              <Link href={join.to} className="button">
                {join.label}
              </Link>
              <Link href="/confirmation" isCompact className="button button-outline">
                <span className="max-lg:sr-only">{words.joined}</span>
                <svg className="tick lg:hidden" viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M4 12l6 6L20 6" />
                </svg>
              </Link>
            </p>
          )}
          {pages.length > 0 && (
            <button type="button" className="site-menu-button" {...{ popovertarget: 'menu' }}>
              <span className="sr-only lg:hidden">{words.menu}</span>
              <span className="max-lg:hidden">{words.more}</span>
              <svg className="directional lg:hidden" viewBox="0 0 24 24" aria-hidden="true">
                <path
                  d="M3 7h18M3 12h18M3 17h12"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                />
              </svg>
            </button>
          )}
        </div>
      </div>
    </header>
  )
}

/** Returns the `aria-current` of a link: 'page' for the current page, true for a parent of it. */
function current(href: string, path: string) {
  if (href === path) return 'page'
  return path.startsWith(`${href}/`) ? true : undefined
}
