import { hrefOf, type LinkTarget } from 'halvi-site/addresses'
import { useIsUntranslated, useLocalPath } from 'halvi-site/language/local-path'
import { useWords } from 'halvi-site/words/context'
import { isInEnglish } from 'halvi-site/words/marks'
import { type AnchorHTMLAttributes, Children, isValidElement, type ReactNode } from 'react'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An address, or a link of the content. */
  href: string | LinkTarget | null
  children: ReactNode
  /** Shows plain text for a dead link instead of nothing, because the surrounding sentence needs the words. */
  keepWords?: boolean
  /** Whether the link does not say that its page is in English only, because it has no room for words. */
  isCompact?: boolean
}

/**
 * Renders a link. A link to another site opens in a new tab and announces this to screen readers. An address that
 * could run a script, such as `javascript:`, is rendered as plain text. A link to an unpublished page, or without
 * text, is not rendered.
 */
export function Link({ href: target, children, keepWords, isCompact, ...rest }: LinkProps) {
  const { newTab, linkInEnglish } = useWords().site
  const localPath = useLocalPath()
  const isUntranslated = useIsUntranslated()
  if (children === null || children === undefined || children === '') return null
  const path = typeof target === 'string' ? target : hrefOf(target)
  // The link of an unpublished page has no address.
  if (!path) return keepWords ? children : null
  const kind = kindOf(path)
  if (kind === 'other') return <span className={rest.className}>{children}</span>
  if (kind === 'internal') {
    const english = isUntranslated(path)
    return (
      <a {...rest} href={localPath(path)} hrefLang={english ? 'en' : undefined}>
        {english && !isCompact ? <Noted note={linkInEnglish}>{children}</Noted> : children}
      </a>
    )
  }
  return (
    <a {...rest} href={path} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr-only"> {newTab}</span>
    </a>
  )
}

/**
 * Renders a link's words and a note in one inline box, after an icon. A flexible box would separate them. Without a
 * translation of either, both are one English phrase in right-to-left languages, too.
 */
function Noted({ note, children }: { note: string; children: ReactNode }) {
  const [first, ...rest] = Children.toArray(children)
  const icon = isValidElement(first) && rest.length > 0 ? first : undefined
  const words = icon ? rest : [first, ...rest]
  const isEnglish = [...words, note].every((one) => typeof one === 'string' && isInEnglish(one))
  return (
    <>
      {icon}
      <span>
        <span dir={isEnglish ? 'ltr' : undefined}>
          {words} <span className="whitespace-nowrap">{note}</span>
        </span>
      </span>
    </>
  )
}

const here = 'https://here.invalid'

/** Returns the kind of an address, as a browser parses it (it strips whitespace and treats `/\` as `//`). */
function kindOf(href: string): 'internal' | 'external' | 'other' {
  if (!URL.canParse(href, here)) return 'other'
  const { origin, protocol } = new URL(href, here)
  if (origin === here) return /^[/#?]/.test(href) ? 'internal' : 'other'
  if (protocol === 'mailto:' || protocol === 'tel:') return 'internal'
  return /^https?:\/\//i.test(href) ? 'external' : 'other'
}
