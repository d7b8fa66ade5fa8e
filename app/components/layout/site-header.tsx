import { useWords } from '../../words/context.ts'
import { Link } from '../link.tsx'
import { useIsLive } from '../live-links.ts'
import { Brand } from './brand.tsx'
import type { SiteSettings } from './site-settings.ts'

const waitlist = '/waitlist'
/** The number of characters that fit beside the logo and the button in a window of 64rem. */
const maxCharacters = 66
/** The space between two links, in characters. */
const gap = 2.5

/**
 * Renders the fixed header with a waitlist button. On phones, and if it has too many links for one row, the menu is a
 * popover, which works without JavaScript.
 */
export function SiteHeader({ settings, path }: { settings: SiteSettings; path: string }) {
  const isLive = useIsLive()
  const words = useWords().site
  const shown = ({ href, label }: { href: string; label: string }) => label && isLive(href)
  const links = (settings?.headerLinks ?? []).filter(shown)
  const join = links.find(({ href }) => href === waitlist)
  const pages = links.filter((link) => link !== join)
  const onPhones = (settings?.menuLinks ?? []).filter(shown)
  const characters = pages.reduce((sum, { label }) => sum + label.length + gap, 0)
  return (
    <header
      className={characters > maxCharacters ? 'site-header' : 'site-header menu-in-row'}
      data-header
      suppressHydrationWarning
    >
      <div className="shell flex h-full items-center gap-(--gap) lg:gap-6">
        <Brand settings={settings} />
        {pages.length > 0 && (
          <nav id="menu" className="site-menu" aria-label={words.mainMenu} {...{ popover: 'auto' }}>
            <ul>
              {[...pages, ...onPhones].map((link) => (
                <li
                  key={link._key}
                  className={pages.includes(link) ? 'menu-item' : 'menu-item menu-more'}
                >
                  <Link
                    href={link.href}
                    className="menu-link"
                    aria-current={current(link.href, path)}
                  >
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="header-actions flex items-center">
          {join && (
            <Link href={join.href} className="button">
              {join.label}
            </Link>
          )}
          {pages.length > 0 && (
            <button
              type="button"
              className="site-menu-button"
              aria-label={words.menu}
              {...{ popovertarget: 'menu' }}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
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
