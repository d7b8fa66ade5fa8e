import { PortableText, type PortableTextComponents } from '@portabletext/react'
import { Children, createElement, Fragment, type ReactNode } from 'react'
import { useLanguage } from '../language/context.ts'
import type { Part } from './parts.ts'
import { type Footer, linkPattern } from './plain-text.ts'
import { stylesheet } from './styles.ts'

interface DocumentProps {
  subject: string
  preheader: string
  siteName: string
  parts: readonly Part[]
  footer: Footer
}

/** Fills the rest of an inbox's line, so that it shows nothing after the preheader. */
const filler = '\u00a0\u200c'.repeat(60)

/** The HTML document of a message. Its layout consists of tables, for Outlook for Windows. */
export function MessageDocument({ subject, preheader, siteName, parts, footer }: DocumentProps) {
  const { tag: lang, direction: dir } = useLanguage()
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>{subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, which React would escape */}
        <style dangerouslySetInnerHTML={{ __html: stylesheet }} />
      </head>
      {/* Many programs drop the element html, and some the body. */}
      <body className="page" lang={lang} dir={dir}>
        <div className="hidden">{`${preheader}${filler}`}</div>
        <Table className="page" width="100%" cell="edge" align="center" lang={lang} dir={dir}>
          <Table className="frame" width="600">
            <div className="logo">{siteName}</div>
            <Table width="100%" cell="card">
              <PortableText
                value={parts as never}
                components={components}
                onMissingComponent={false}
              />
            </Table>
            <div className="footer">
              <p className="small">{footer.reason}</p>
              {footer.company && (
                <p className="small">
                  <span dir="auto">{footer.company}</span>
                </p>
              )}
              {footer.unsubscribe && (
                <a className="small" href={footer.unsubscribe}>
                  {footer.unsubscribeLabel}
                </a>
              )}
            </div>
          </Table>
        </Table>
      </body>
    </html>
  )
}

interface TableProps {
  className?: string
  width?: string
  /** The class of each cell. */
  cell?: string
  align?: 'center'
  lang?: string
  dir?: string
  children: ReactNode
}

/** A table for layout, with one column. Each child is in a row of its own. */
function Table({ children, cell, align, ...rest }: TableProps) {
  const start = useLanguage().direction === 'rtl' ? 'right' : 'left'
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" border={0} {...rest}>
      <tbody>
        {Children.map(children, (child) => (
          <tr>
            <td className={cell} align={align ?? start}>
              {child}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns a component that renders its children in an element. */
const element =
  (tag: string | typeof Fragment, props?: { className?: string; dir?: 'auto' }) =>
  ({ children }: { children?: ReactNode }) =>
    createElement(tag as string, props, children)

const link = (href: string, children: ReactNode, className = 'link') => (
  <a className={className} href={href}>
    {children}
  </a>
)

interface Props<Type> {
  value: Extract<Part, { _type: Type }>
}

const components: PortableTextComponents = {
  block: {
    normal: element('p', { className: 'text' }),
    typed: element('p', { className: 'text', dir: 'auto' }),
    h2: element('h2', { className: 'heading' }),
  },
  unknownBlockStyle: element('p', { className: 'text' }),
  list: element('ul', { className: 'list' }),
  listItem: element('li', { className: 'text' }),
  marks: {
    typed: element('span', { dir: 'auto' }),
    link: ({ value, children }) =>
      linkPattern.test(value?.href) ? link(value.href, children) : children,
  },
  unknownMark: element(Fragment),
  unknownType: () => null,
  types: {
    button: ({ value: { href, label } }: Props<'button'>) => (
      <Table className="text" cell="cell" align="center">
        {link(href, label, 'button')}
      </Table>
    ),
    address: ({ value: { href, label } }: Props<'address'>) => (
      <>
        <p className="small">{label}</p>
        <p className="text box">
          <span dir="ltr">{link(href, href)}</span>
        </p>
      </>
    ),
    rows: ({ value: { heading, rows } }: Props<'rows'>) => (
      <>
        <h2 className="heading">{heading}</h2>
        <Table className="rows" width="100%" cell="row">
          {rows.map(({ label, values }) => (
            <div key={label}>
              <p className="small">{label}</p>
              {values.map((value) => (
                <p key={value} className="value">
                  <span dir="auto">{value}</span>
                </p>
              ))}
            </div>
          ))}
        </Table>
      </>
    ),
  },
}
