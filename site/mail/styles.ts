// Mail programs ignore most of a stylesheet, so each element gets the styles of its classes. The stylesheet adds the
// dark theme, for programs that have one. The colors are those of app/styles/tokens.css.

import type { Language, Letters } from '../language/language.ts'

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The system fonts for each kind of letters, and the factor for the height of their lines. */
const typefaces: Readonly<Record<Letters, { font: string; height: number }>> = {
  latin: { font, height: 1 },
  arabic: {
    font: "font-family:-apple-system,'Segoe UI','Geeza Pro','Noto Sans Arabic',Tahoma,Arial,sans-serif",
    height: 1.15,
  },
  nastaliq: {
    font: "font-family:'Noto Nastaliq Urdu','Urdu Typesetting','Jameel Noori Nastaleeq',-apple-system,'Segoe UI',Tahoma,Arial,sans-serif",
    height: 1.75,
  },
}

const styles: Readonly<Record<string, string>> = {
  page: 'margin:0;padding:0;width:100%;background-color:#f8f4ea',
  edge: 'padding:32px 12px',
  hidden: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
  frame: 'width:100%;max-width:600px;margin:0 auto',
  logo: `padding:0 4px 16px;${font};font-size:22px;line-height:28px;font-weight:700;color:#044f36`,
  card: 'padding:32px;background-color:#fefdf9;border:1px solid #d7d0c0',
  text: `margin:0 0 16px;${font};font-size:16px;line-height:24px;color:#10271d`,
  heading: `margin:24px 0 8px;${font};font-size:18px;line-height:26px;font-weight:700;color:#10271d`,
  list: 'margin:0 0 16px;padding:0 24px',
  link: 'color:#044f36;text-decoration:underline',
  // Outlook for Windows ignores the padding of links, and reads its own property for cells.
  cell: 'margin:8px 0 24px;background-color:#044f36;mso-padding-alt:14px 28px',
  button: `display:inline-block;padding:14px 28px;${font};font-size:16px;line-height:20px;font-weight:600;background-color:#044f36;color:#fdfaf3;text-decoration:none`,
  box: 'padding:12px 16px;background-color:#efe8d9;border:1px solid #d7d0c0;word-break:break-all',
  rows: 'width:100%;margin:0 0 16px;table-layout:fixed',
  row: 'padding:8px 0;border-top:1px solid #d7d0c0',
  value: `margin:2px 0 0;${font};font-size:15px;line-height:22px;color:#10271d;overflow-wrap:break-word`,
  small: `margin:0;${font};font-size:13px;line-height:20px;color:#42584e`,
  footer: 'padding:16px 4px 0',
  together: 'display:inline-block;text-decoration:inherit',
  'whitespace-nowrap': 'white-space:nowrap',
}

/** The stylesheet of a message. */
export const stylesheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#091912!important}
.card{background-color:#0d231a!important;border-color:#243d32!important}
.text,.heading,.value{color:#f7f3e9!important}
.small{color:#c9cdb7!important}
.link,.logo{color:#a3e6c1!important}
.box,.row{border-color:#243d32!important}
.box{background-color:#04120c!important}
.cell,.button{background-color:#f1e7d0!important;color:#05261a!important}
}
@media (max-width:480px){.card{padding:24px 20px!important}}`

/** Returns HTML in which each element has the styles of its classes, with the fonts of the language's letters. */
export function inlineStyles(html: string, { letters }: Language): string {
  const { font: family, height: factor } = typefaces[letters]
  // Quotes in texts are escaped.
  return html.replace(/ class="([\w -]+)"/g, (all, names: string) => {
    const own = names.split(' ').flatMap((name) => styles[name] ?? [])
    const style = own
      .join(';')
      .replaceAll(font, family)
      .replace(/line-height:(\d+)/g, (_, height) => `line-height:${Math.round(height * factor)}`)
    return `${all} style="${style}"`
  })
}
