import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitlist } from '../../forms/waitlist.ts'
import { leadQuery } from '../contract/contract.ts'
import { payloadOf, randomFrom, randomLead } from '../testing/random-leads.ts'
import { kinds, setUpIndex, type TestIndex } from '../testing/test-index.ts'
import { listLeads } from './list.ts'

/** Names as visitors write them, and searches that have to find each. */
const names: Record<string, string[]> = {
  'Ayşe Yılmaz': ['yilmaz', 'Yilmaz', 'YILMAZ', 'yılmaz', 'ayse yilmaz'],
  'Łukasz Wójcik': ['lukasz', 'LUKASZ', 'łukasz', 'wojcik'],
  'Søren Kjærgård': ['soren', 'soeren', 'kjaergard', 'Kjærgård'],
  'Đorđe Ðuro': ['dorde', 'duro', 'đorđe'],
  'Þóra Œuvre': ['thora', 'oeuvre'],
  'Heiko Groß': ['gross', 'groß', 'GROẞ'],
  'Ŧomas Għaxaq': ['tomas', 'ghaxaq'],
  'Ɓala Ƙasim': ['bala', 'kasim'],
  'Leyla Əliyeva': ['eliyeva', 'əliyeva'],
  'Jörg Müller': ['muller', 'mueller', 'müller', 'joerg', 'jorg', 'muelle'],
  'Petra Schroeder': ['schröder', 'schroeder', 'Schröd'],
  'Nguyễn Đức': ['nguyen', 'duc'],
  "Sa'id Farouk": ['said', 'saʿid', 'sa’id', "sa'id", 'Sa`id', 'sa´id', 'saʾid', 'id farouk'],
  'Said Plain': ["sa'id", 'saʻid', 'sa‘id', 'said'],
  'Muʿāwiya Saʾdī': ['muawiya', "mu'awiya", 'sadi', "sa'di"],
  "Shaun O'Brien": ['obrien', 'o’brien', "O'BRIEN", 'brien'],
  'Abdul-Rahman Adel': ['abdulrahman', 'abdul rahman', 'abdul-rahman', 'Abdul‐Rahman', 'rahman'],
  'Abdulrahman Basit': ['abdulrahman', 'abdul rahman', 'abdul-rahman', 'abdul‑rahman'],
  'Abdul Rahman Chafiq': ['abdulrahman', 'abdul rahman', 'abdul-rahman', 'abdul–rahman'],
  'Abd al-Rahim Dib': ['abdalrahim', 'abd al rahim', 'abd al-rahim', 'alrahim', 'al-rahim'],
  'Abdalrahim Eid': ['abd al rahim', 'abd al-rahim', 'abd-al-rahim', 'abdalrahim'],
  'El Sayed Fathi': ['elsayed', 'el-sayed', 'el sayed'],
  مُحَمَّد: ['محمد', 'محـــمد', 'مُحمّد', 'مح'],
  'محـمد أحمد': ['احمد', 'أحمد', 'محمد احمد', 'إحمد', 'ٱحمد'],
  'آمنة يحيى': ['امنه', 'آمنه', 'امنة', 'يحيي', 'يحيى', 'یحیی'],
  'فاطمة علاء': ['فاطمه', 'علا', 'علاء'],
  'مؤمن عائشة': ['مومن', 'عايشه', 'عائشة'],
  'عبد الرحمن': ['عبدالرحمن', 'عبد الرحمن', 'عبد‌الرحمن'],
  عبدالله: ['عبد الله', 'عبدالله'],
  'علی‌رضا کریمی': ['علي رضا', 'عليرضا', 'كريمي', 'کریمی', 'علی‌رضا'],
  'كريم يزدي': ['کریم', 'یزدی', 'كريم'],
  'شاہد بھٹی': ['شاهد', 'شاہد', 'بهٹي'],
  'Flat ٢٣٤٥ Unit ۶۷۸۹': ['2345', '6789', '٢٣٤٥', '۲۳۴۵', '٦٧٨٩', '२३४५'],
  'Zero\u200bWidth Na\u2060dia': [
    'zerowidth',
    'nadia',
    'zero\u200bwidth',
    '\u2068nadia\u2069',
    'na\u00addia',
  ],
  'Ｆｕｌｌ ＷＩＤＴＨ': ['full', 'width', 'ｗｉｄｔｈ'],
  'Νίκος Παππάς': ['νικος', 'παππασ', 'ΠΑΠΠΑΣ'],
  'Алёна Йовович': ['алена', 'Алёна'],
}

/** What must not be taken for the same. */
const others: [string, string][] = [
  ['yilmaz', 'Łukasz Wójcik'],
  ["sa'id", 'Sarah Idris'],
  ['abdulrahim', 'Abdul-Rahman Adel'],
  ['حامد', 'هامد'],
  ['said', 'Sayyid'],
]

describe.each(kinds)('leads in %s', (kind) => {
  let test: TestIndex
  const random = randomFrom(37)
  const stored = [...new Set([...Object.keys(names), ...others.map(([, name]) => name)])]
  beforeAll(async () => {
    test = await setUpIndex(kind)
    await test.add(
      stored.map((name, index) => {
        const email = `visitor${index}@example.com`
        const payload = payloadOf(waitlist, { name, email, custom_interest: 'x' })
        return {
          ...randomLead(random),
          form: 'waitlist',
          spam: 0,
          payload: JSON.stringify(payload),
        }
      }),
    )
    await test.indexAll()
  })
  afterAll(() => test.close())
  const found = async (q: string) =>
    (await listLeads(test.index, leadQuery.parse({ q }))).leads.map(({ name }) => name)

  it.each(Object.entries(names))('are found by other spellings: %s', async (name, searches) => {
    for (const q of [name, ...searches]) expect(await found(q), q).toContain(name)
  })

  it.each(others)('are not found by %s: %s', async (q, name) => {
    expect(await found(q)).not.toContain(name)
  })

  it('are found by many words, some joined', async () => {
    const q = 'the names are abdul-rahman adel and visitor of example com'
    expect(await found(`${q} x`)).toEqual([])
    expect(await found('abdul-rahman adel visitor example com x')).toEqual(['Abdul-Rahman Adel'])
  })
})
