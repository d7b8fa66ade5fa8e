import { expect, it } from 'vitest'
import { dateText, dayText, monthOfTimeText, startText } from '../dates/format.ts'
import { monthText } from '../dates/month.ts'
import { languageFrom } from './language.ts'
import { numberText } from './numbers.ts'

it.each(['fa', 'th', 'ar', 'ar-sa', 'ps', 'ckb', 'am', 'he', 'ja', 'hi', 'my', 'th-th'])(
  'dates in %s are of the Gregorian calendar, and have the digits of other numbers',
  (code) => {
    const locale = languageFrom({ code })?.locale
    const time = '2025-04-09T12:00:00Z'
    const dates = [
      ...[dateText('2025-04-09', locale), dayText('2025-04-09', locale)],
      ...[startText(time, 'UTC', locale), monthOfTimeText(time, 'UTC', locale)],
      monthText('2025-04', locale),
    ]
    for (const date of dates) expect(date).toContain('2025')
    expect(numberText(2025.5, locale)).toMatch(/^2[.,٬٫]?025[.,٫]5$/)
  },
)

it.each(['fa-u-ca-persian', 'th-u-nu-thai'])('%s is not the code of a language', (code) => {
  expect(languageFrom({ code })).toBeUndefined()
})
