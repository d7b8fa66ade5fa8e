import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadQuery } from '../../contract/leads.ts'
import { payloadOf, waitlist } from '../../testing/test-forms.ts'
import { randomFrom, randomLead } from '../testing/random-leads.ts'
import { databaseKinds, setUpDatabase, type TestDatabase } from '../testing/test-index.ts'
import { listLeads } from './list.ts'

/** Names as visitors write them, with searches that must find each. */
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
  'José Ñúñez Güell': ['jose', 'nunez', 'guell', 'JOSÉ ÑÚÑEZ', 'ñuñez'],
  'Amina أمينة López': ['amina', 'امينه', 'أمينة', 'lopez', 'amina lopez', 'أمينة López'],
  'Na\u202eila\u202c\u200f خان': ['naila', 'خان', 'naila خان'],
  'Νίκος Παππάς': ['νικος', 'παππασ', 'ΠΑΠΠΑΣ'],
  'Алёна Йовович': ['алена', 'Алёна'],
}

/** Phone numbers as visitors write them, with searches that must find each. */
const phones: Record<string, string[]> = {
  '+44 7911 123456': [
    ...['+447911123456', '07911 123456', '07911123456', '0044 7911 123456', '00447911123456'],
    ...['+44 (0)7911 123456', '(07911) 123-456', '+44-7911-123-456', '٠٧٩١١ ١٢٣٤٥٦', '+44 7911'],
    ...['011 44 7911 123456', '7911 123456', '07911', '0791', '123456', '3456', '447911'],
  ],
  '(214) 555-0142': [
    ...['2145550142', '214 555 0142', '214.555.0142', '+1 214 555 0142', '+12145550142', '0142'],
    ...['1-214-555-0142', '001 214 555 0142', '(214)555-0142', '5550142', '555-0142', '555 0142'],
    ...['214555', '(214) 555', '2145', '50142', '550142', '۲۱۴ ۵۵۵ ۰۱۴۲', '\u200e+1 214 555 0142'],
  ],
  '+12145550199': [
    '(214) 555-0199',
    '2145550199',
    '214-555-0199',
    '555-0199',
    '0199',
    '1 214 5550199',
  ],
  '2145550177': ['+1 (214) 555-0177', '(214) 555-0177', '0177'],
  '07700 900123': ['+447700900123', '0044 7700 900123', '07700900123', '7700900123', '0123'],
  '0044 20 7946 0958': ['020 7946 0958', '+442079460958', '02079460958', '7946 0958', '79460958'],
  '+90 532 123 45 67': ['0532 123 45 67', '05321234567', '+905321234567', '4567', '5321234567'],
  '+923001234567': ['0300 1234567', '0300-1234567', '0092 300 1234567', '03001234567'],
  '٠١٠ ٢٣٤٥ ٦٧٨٩': ['01023456789', '010 2345 6789', '6789'],
  '00971/50/123-4567': ['00971501234567', '0097150', '0501234567', '+971 50 123 4567', '234567'],
  '011 44 (0)20 7946 0123': ['0114402079460123', '011440', '+44 20 7946 0123', '02079460123'],
}

const callers = new Map(Object.keys(phones).map((phone, at) => [phone, 'abcdefghijkl'.charAt(at)]))

/** Searches that must not find a name. */
const mismatches: [string, string][] = [
  ['yilmaz', 'Łukasz Wójcik'],
  ["sa'id", 'Sarah Idris'],
  ['abdulrahim', 'Abdul-Rahman Adel'],
  ['حامد', 'هامد'],
  ['said', 'Sayyid'],
]

describe.each(databaseKinds)('leads in %s', (kind) => {
  let test: TestDatabase
  const random = randomFrom(37)
  const stored = [...new Set([...Object.keys(names), ...mismatches.map(([, name]) => name)])]
  beforeAll(async () => {
    test = await setUpDatabase(kind)
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
    await test.add(
      Object.keys(phones).map((phone) => {
        const payload = {
          fullName: `Caller ${callers.get(phone)}`,
          email: 'caller@example.com',
          phone,
        }
        return { ...randomLead(random), spam: 0, payload: JSON.stringify(payload) }
      }),
    )
    const ringer = {
      name: 'Ringer',
      email: 'r@example.com',
      message: 'Call (214) 555-0111, please',
    }
    await test.add([{ ...randomLead(random), spam: 0, payload: JSON.stringify(ringer) }])
  })
  afterAll(() => test.close())
  const found = async (q: string) =>
    (await listLeads(test.database, leadQuery.parse({ q }))).leads.map(({ name }) => name)

  it.each(Object.entries(names))('are found by other spellings: %s', async (name, searches) => {
    for (const q of [name, ...searches]) expect(await found(q), q).toContain(name)
  })

  it.each(Object.entries(phones))('are found by a phone number: %s', async (phone, searches) => {
    for (const q of [phone, ...searches])
      expect(await found(q), q).toContain(`Caller ${callers.get(phone)}`)
    const [whole = ''] = searches
    expect(await found(whole)).toHaveLength(1)
    expect(await found(`caller ${whole}`)).toEqual([`Caller ${callers.get(phone)}`])
    expect(await found(`nobody ${whole}`)).toEqual([])
  })

  it('are found by a phone number in a message', async () => {
    expect(await found('+1 214 555 0111')).toEqual(['Ringer'])
  })

  it.each(mismatches)('are not found by %s: %s', async (q, name) => {
    expect(await found(q)).not.toContain(name)
  })

  it('are found by many words, including joined ones', async () => {
    const q = 'the names are abdul-rahman adel and visitor of example com'
    expect(await found(`${q} x`)).toEqual([])
    expect(await found('abdul-rahman adel visitor example com x')).toEqual(['Abdul-Rahman Adel'])
  })
})
