import { expect, it } from 'vitest'
import { inEnglish, withoutMarks } from './marks.ts'
import { renderMarks } from './render-marks.ts'

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
  [`<p>${start}One<!-- --> two${end}</p>`, `<p>${english('One two')}</p>`],
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
    '<div>من \u20668–15%\u2069 إلى \u2068Amina\u2069.</div>',
    '<div>من <bdi dir="ltr">8–15%</bdi> إلى <bdi>Amina</bdi>.</div>',
  ],
  [
    '<p title="\u20688\u2069">\u2068a<b>c</b>\u2069</p>',
    '<p title="\u20688\u2069">\u2068a<b>c</b>\u2069</p>',
  ],
])('renderMarks(%j)', (html, rendered) => {
  expect(renderMarks(html, { direction: 'ltr' })).toBe(rendered)
})

const isolate = (text: string) => `<bdi dir="ltr">${text}</bdi>`

it.each([
  ['8–15%', isolate('8–15%')],
  ['من 5-10% و8% – 15%.', `من ${isolate('5-10%')} و${isolate('8% – 15%')}.`],
  ['(20%) أو $1,000', `(${isolate('20%')}) أو ${isolate('$1,000')}`],
  ['$50–$100، 9:00–17:00', `${isolate('$50–$100')}، ${isolate('9:00–17:00')}`],
  ['214-555-0123', isolate('214-555-0123')],
  ['في 2025 – 3 أشخاص، 1,000', 'في 2025 – 3 أشخاص، 1,000'],
  ['\u20668–15%\u2069', isolate('8–15%')],
  ['\u2068بين 8–15%\u2069', '<bdi>بين 8–15%</bdi>'],
  ['https://a.b/8–15 a-8–15@b.c &#x27;7K2', 'https://a.b/8–15 a-8–15@b.c &#x27;7K2'],
  // Signs, currencies, and units before and after a number.
  ...[
    ...[
      '10,000+',
      '€50',
      '50 €',
      '50\u202f₺',
      '#1',
      '-5',
      '−5',
      '±3',
      '-$5',
      '1’000',
      '2½',
      '5+3=8',
    ],
    ...['50 USD', '10 000 USD', '2 to 3', '9:00 AM – 5:00 PM', '5 °C', '20–25 °C', '5‰', '%50'],
    ...['5 – 10%', '9:00 – 17:00', '$40K', '1920×1080', '1920 × 1080', '75201-1234', '2025-09-15'],
    ...[
      '+1 (214) 555-0142',
      '(214) 555-0142',
      '+1(214)555-0142',
      '+1.214.555.0142',
      '214 555 0142',
    ],
    ...['00966 50 123 4567', '+33 (0)1 42 68 53 00', '1-800-555-0142 x12', '2025-info@halvi.com'],
    ...['Halvi Local 10,000+', '۵–۱۰٪', '۲۰۲۵-۰۹-۱۵'],
  ].map((piece) => [`نص (${piece})، نص`, `نص (${isolate(piece)})، نص`]),
  ['نص بـ$50 و+5', `نص بـ${isolate('$50')} و${isolate('+5')}`],
  ['كوفيد-19 12 (3) أو 10,000+.', `كوفيد-19 12 (3) أو ${isolate('10,000+')}.`],
  // These keep their order without isolates.
  ...['16x', '24/7', '9:00', 'HLV-2024-001', 'US$50', 'USD 50', 'TX 75201-1234', '١٠٪'].map(
    (text) => [`نص ${text} نص`, `نص ${text} نص`],
  ),
  ['+١ (٢١٤) ٥٥٥-٠١٤٢', '<bdo dir="ltr">+١ (٢١٤) ٥٥٥-٠١٤٢</bdo>'],
  // React separates texts with comments.
  ['8<!-- -->–<!-- -->15<!-- -->%', isolate('8–15%')],
  [
    '<p>10 spots, chosen from everyone who applies</p>',
    '<p><span dir="ltr">10 spots, chosen from everyone who applies</span></p>',
  ],
])('a right-to-left page keeps the order of the numbers in %j', (text, rendered) => {
  const page = (shown: string) => `<div title="8–15%">${shown}</div>`
  expect(renderMarks(page(text), { direction: 'rtl' })).toBe(page(rendered))
})

it.each([
  ['<p>Mall 8–15%, Eats (20%).</p>', '<p>[Mall {8–15%}], [Eats (20%]).</p>'],
  ['<td>Mall: 8% – 15%</td>', '<td>[Mall: {8% – 15%}]</td>'],
  ['<li><strong>Mall</strong> 8-15%</li>', '<li><strong>Mall</strong>\u00a0{8-15%}</li>'],
  ['<p>Mall <strong>8%</strong></p>', '<p>Mall\u00a0<strong>8%</strong></p>'],
  ['<p>2-3 days, 2025-09-15</p>', '<p>{2-3} days, 2025-09-15</p>'],
  ['<a title="Mall 8%">Mall 8%</a>', '<a title="Mall 8%">Mall 8%</a>'],
])('keeps a percentage with its name, and a range, on one line: %s', (html, rendered) => {
  const short = renderMarks(html, { direction: 'ltr' })
    .replace(/<span class="together">(.*?%)((?:<\/span>)?)<\/span>/g, '[$1$2]')
    .replace(/<span class="whitespace-nowrap">(.*?)<\/span>/g, '{$1}')
  expect(short).toBe(rendered)
})

it('keeps a percentage with its name in right-to-left texts', () => {
  const nowrap = `<span class="whitespace-nowrap">${isolate('8–15%')}</span>`
  expect(renderMarks('<p>متاجر 8–15%.</p>', { direction: 'rtl' })).toBe(
    `<p><span class="together">متاجر ${nowrap}</span>.</p>`,
  )
})

it('a right-to-left title has isolates without elements', () => {
  const title = renderMarks('<title>عمولة 8–15%</title>', { direction: 'rtl' })
  expect(title).toBe('<title>عمولة \u20668–15%\u2069</title>')
})

it('withoutMarks removes all marks', () => {
  expect(withoutMarks(inEnglish(`a ${close}`))).toBe('a Close')
})
