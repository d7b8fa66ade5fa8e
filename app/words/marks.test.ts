import { expect, it } from 'vitest'
import { inEnglish, renderMarks, withoutMarks } from './marks.ts'

const [start, end] = [...inEnglish('')]
const english = (text: string) => `<span lang="en" dir="ltr">${text}</span>`
const close = inEnglish('Close')

it.each([
  ['<p>نص</p>', '<p>نص</p>'],
  [`<p>${close}</p>`, `<p>${english('Close')}</p>`],
  [`<p>أ ${close} ب</p>`, `<p>أ ${english('Close')} ب</p>`],
  [`<button aria-label="${close}">×</button>`, '<button aria-label="Close">×</button>'],
  [`<title>${close} | Halvi</title>`, '<title>Close | Halvi</title>'],
  [`<option value="a">${close}</option>`, '<option value="a">Close</option>'],
  [`<textarea>${close} <b></textarea><p>a</p>`, '<textarea>Close <b></textarea><p>a</p>'],
  [`<script>f("<p>${close}")</script>`, '<script>f("<p>Close")</script>'],
  [`<svg><text>${close}</text></svg>`, '<svg><text>Close</text></svg>'],
  // Text in elements between the marks, comments that React puts between texts, and spaces.
  [
    `<p>${start}Sent to <bdi>a@b.c</bdi>. <br/>Open it.${end} ب</p>`,
    `<p>${english('Sent to ')}<bdi>${english('a@b.c')}</bdi>${english('. ')}<br/>${english('Open it.')} ب</p>`,
  ],
  [`<p>${start}One<!-- --> two${end}</p>`, `<p>${english('One')}<!-- -->${english(' two')}</p>`],
  [
    `<p>${start}<b>1</b> <i>2</i>${end}</p>`,
    `<p><b>${english('1')}</b> <i>${english('2')}</i></p>`,
  ],
  // A fallback in a fallback.
  [
    `<p>${inEnglish(`a ${close} b`)} ت</p>`,
    `<p>${english('a ')}${english('Close')}${english(' b')} ت</p>`,
  ],
  // Marks without a pair: a visitor can type them.
  [`<div><p>a ${end}b${start} c</p> ت</div>`, `<div><p>a b${english(' c')}</p> ت</div>`],
  [
    `<ul><li>${start}a<img src="b"></li><li>ب</li></ul>`,
    `<ul><li>${english('a')}<img src="b"></li><li>ب</li></ul>`,
  ],
  [`<p>${end}${end}${start}</p>ت`, '<p></p>ت'],
  // Isolates.
  [
    '<p>من \u20668–15%\u2069 إلى \u2068Amina\u2069.</p>',
    '<p>من <bdi dir="ltr">8–15%</bdi> إلى <bdi>Amina</bdi>.</p>',
  ],
  [
    '<p title="\u20688\u2069">\u2068a<b>c</b>\u2069</p>',
    '<p title="\u20688\u2069">\u2068a<b>c</b>\u2069</p>',
  ],
])('renderMarks(%j)', (html, rendered) => {
  expect(renderMarks(html)).toBe(rendered)
})

it('withoutMarks removes all marks', () => {
  expect(withoutMarks(inEnglish(`a ${close}`))).toBe('a Close')
})
