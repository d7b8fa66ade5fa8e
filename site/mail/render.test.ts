import { formWords } from 'halvi-leads/forms/words'
import type { MessageFields, MessageKind } from 'halvi-leads/mail'
import { describe, expect, it } from 'vitest'
import { readSeedOriginals } from '../../seed/documents.ts'
import type { ContentReader } from '../content/content-reader.ts'
import { type Language, languageFrom } from '../language/language.ts'
import { defaultMessages, staffMessages } from './default-messages.ts'
import { bodyOf } from './message-text.ts'
import { sampleFields } from './preview.ts'
import { renderMessage } from './render.tsx'
import { messageContent } from './render-message.ts'

const data = {
  ...{ subject: 'Your shop', text: 'Hi!\n\nOne\nTwo', task: 'backup', by: 'Yusra' },
  counts: [
    { form: 'waitlist', leads: 2 },
    { form: 'contact', leads: 1 },
  ],
}
const fields: MessageFields = { ...sampleFields, data }
const applicantKinds = Object.keys(defaultMessages) as (keyof typeof defaultMessages)[]
const kinds = [...applicantKinds, ...Object.keys(staffMessages), 'reply']

/** Renders a text of the site, by its name: the kind of the message and, for some, the form. */
const render = (name: string, given?: Parameters<typeof renderMessage>[2]) => {
  const [, kind = name, form = 'waitlist'] = /^(\w+)-(onboarding|affiliate)$/.exec(name) ?? []
  return renderMessage(kind as MessageKind, { ...fields, form }, given)
}

/** Returns the targets of a message's links. */
const hrefs = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href)

/** Returns the text between the tags of a message's body. */
const words = (html: string) =>
  html
    .replace(/^.*<body[^>]*>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** Returns a text without complete isolates. */
const withoutIsolates = (text: string) => text.replace(/\u2068([^\u2066-\u2069\n]*)\u2069/g, '$1')

describe.each(kinds)('a message of kind %s', (kind) => {
  const { subject, html, text } = render(kind)

  it('has a subject, a small HTML document, and a text without gaps', () => {
    expect(subject).not.toBe('')
    expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/)
    expect(Buffer.byteLength(html)).toBeLessThan(30_000)
    expect(`${subject}${words(html)}${text}`).not.toMatch(/undefined|null|\[object|[{}]/)
  })

  it('links only to absolute URLs, which the text has too', () => {
    for (const href of hrefs(html)) {
      expect(href).toMatch(/^https:\/\/halvi\.example\//)
      expect(text).toContain(href)
    }
  })

  it('loads nothing and runs nothing', () => {
    expect(html).not.toMatch(
      /<(img|link|script|iframe|object|form)\b|\ssrc=|url\(|@import|\son\w+=/i,
    )
  })

  it('says why people get it', () => {
    expect(text).toMatch(/You’re getting this email because/)
    expect(words(html)).toContain('You’re getting this email because')
  })
})

describe('a message to an applicant', () => {
  it.each(applicantKinds)('has a link to unsubscribe: %s', (kind) => {
    const { html, text } = render(kind)
    expect(hrefs(html)).toContain(fields.links.unsubscribe)
    expect(text).toContain(`Unsubscribe: ${fields.links.unsubscribe}`)
  })

  it.each([
    ['confirm', 'confirm'],
    ['reminder', 'confirm'],
    ['welcome', 'page'],
    ['invited', 'page'],
  ] as const)('has the link that it is for, even if its text does not: %s', (kind, link) => {
    const { html, text } = renderMessage(kind, fields, { body: bodyOf('Hello.') })
    expect(hrefs(html)).toEqual([fields.links[link], fields.links.unsubscribe])
    expect(text).toContain(fields.links[link])
  })

  it('has the link once if the text has it', () => {
    const body = bodyOf('[confirm] Yes\nHello.')
    const { html } = renderMessage('confirm', fields, { body })
    expect(hrefs(html).filter((href) => href === fields.links.confirm)).toHaveLength(1)
  })

  it('leaves out paragraphs, links, and lists without a value', () => {
    const bare: MessageFields = { name: '', links: {}, data: {} }
    const body = bodyOf(
      'Hi {name|friend},\n{position} people\n[referral] Share\n[sent] Yours\nBye.',
    )
    const { text } = renderMessage('welcome', bare, { subject: 'For {firstName}', body })
    expect(text).toMatch(/^Hi friend,\n\nBye\.\n\n-- \n/)
    expect(renderMessage('welcome', bare, { subject: 'For {firstName}', body }).subject).toBe(
      'For there',
    )
  })

  it.each([
    ['Amina Yusuf', 'Amina'],
    ['Abdul Rahman Said', 'Abdul Rahman'],
    ['Abd al Karim Said', 'Abd al Karim'],
    ['Abdulaziz Said', 'Abdulaziz'],
    ['Zoë-Marie O’Brien', 'Zoë-Marie'],
    ['Amina bint Khalid', 'Amina'],
    ['Jan van der Berg', 'Jan'],
    ['Nur ul Ain Khan', 'Nur ul Ain'],
    // In doubt, by the whole name.
    ...[
      ...['Abu', 'Amina', 'Dr. Amina Khan', 'Md. Rahim', 'Sheikh Yusuf', 'Umm Ayman', 'Abu Bakr'],
      ...['Abdul Rahman', 'van der Berg', 'Amina Noor Khan', 'AMINA KHAN', 'Khan, Amina'],
      ...['J. R. Smith', 'A Khan', 'Saif al Islam', 'Mohd Rahim', 'عبد الله المنصوري'],
      ...['محمد علي', '王小明', '김 민수', 'नमिता शर्मा', 'Анна Иванова', 'Amina & Bilal', 'R2 D2'],
    ].map((name) => [name, name]),
  ])('greets %s as %s', (name, first) => {
    const { subject } = renderMessage('welcome', { ...fields, name }, { subject: '{firstName}' })
    expect(withoutIsolates(subject)).toBe(first)
  })

  it('has the company and its address if the content has them', () => {
    const identity = { legalName: 'Halvi Inc.', address: '1 Example St' }
    const { html, text } = renderMessage('welcome', fields, undefined, { identity })
    expect(text).toContain('Halvi Inc., 1 Example St')
    expect(words(html)).toContain('Halvi Inc., 1 Example St')
    expect(renderMessage('welcome', fields).text).not.toContain('Inc.')
  })

  it('renders formatting, lists, and links, and skips unknown content and dangerous links', () => {
    const span = (text: string, ...marks: string[]) => ({ _type: 'span', _key: text, text, marks })
    const link = (_key: string, href: string) => ({ _key, _type: 'link', href })
    const block = { _type: 'block', _key: 'b', style: 'odd', listItem: 'bullet', level: 1 }
    const body = [
      null,
      'text',
      { _type: 'image', url: 'https://evil.example/' },
      { _type: 'block' },
      {
        ...block,
        markDefs: [link('a', 'https://halvi.example/faq'), link('b', 'javascript:alert(1)')],
        children: [span('FAQ', 'a', 'strong'), span(' run', 'b'), { _type: 'odd' }, null],
      },
    ]
    const { html, text } = renderMessage('declined', fields, { body })
    expect(hrefs(html)).toEqual(['https://halvi.example/faq', fields.links.unsubscribe])
    expect(html).toMatch(/<li[^>]*>.*<strong>FAQ<\/strong>.* run/)
    expect(text).toMatch(/^- FAQ \(https:\/\/halvi\.example\/faq\) run\n/)
  })
})

it('a digest has the number of leads of each form', () => {
  const { subject, text } = renderMessage('digest', fields)
  expect(subject).toMatch(/\b3$/)
  expect(text).toContain('\nWaitlist: 2\nContact: 1\n')
  expect(renderMessage('new-lead', fields).subject).toMatch(/Waitlist, Contact$/)
})

describe('hostile values', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '" style="x" class="hidden" onload="alert(1)',
    'Amina\r\nBcc: victim@example.com',
    '\u202eevil\u2066\u0000\u0007 name',
    '👩‍👩‍👧 عبد الله',
    '\ud800 half',
    '&'.repeat(65_536),
    '"'.repeat(65_536),
  ]
  const sent = Object.fromEntries(hostile.map((value, index) => [`${index} ${value}`, value]))

  it.each(hostile)('stay text, on one line, and short: %#', (name) => {
    const { subject, html, text } = renderMessage(
      'welcome',
      { ...fields, name, sent },
      { subject: 'For {name}', body: bodyOf('Hi {name},\n[sent] Yours') },
    )
    expect(subject.length).toBeLessThan(200)
    expect(Buffer.byteLength(html)).toBeLessThan(30_000)
    expect(html).not.toMatch(/<script|<[^>]*\sonload=/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
    const forbidden = /[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u
    for (const part of [subject, html, text]) {
      expect(withoutIsolates(part)).not.toMatch(forbidden)
    }
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).not.toMatch(/^Bcc:/m)
    expect(text.split('\n')[0]).toMatch(/^Hi /)
  })

  it('have their own direction', () => {
    const name = 'عبد الله'
    const { html } = renderMessage(
      'welcome',
      { ...fields, name, sent: { name } },
      { body: bodyOf('Hi {name},\n[sent] Yours') },
    )
    expect(html).toContain(`Hi <span dir="auto">${name}</span>,`)
    expect(html).toMatch(new RegExp(`<p [^>]*><span dir="auto">${name}</span></p>`))
    expect(renderMessage('reply', fields).html).toMatch(/<p [^>]*dir="auto"[^>]*>One<br\/>Two<\/p>/)
  })
})

describe('a message in Arabic', () => {
  const arabic = languageFrom({ code: 'ar', name: 'العربية', letters: 'arabic' }) as Language
  const own = {
    mail: { unsubscribe: 'إلغاء الاشتراك', there: 'صديقنا' },
    sent: { interests: 'الاهتمامات' },
    waitlist: { name: 'الاسم', openStore: 'فتح متجري', shopOnHalvi: 'التسوّق' },
  }
  const { openStore, shopOnHalvi } = formWords.waitlist
  const href = 'https://halvi.example/ar/faq'
  const linked = {
    ...{ _type: 'block', _key: 'l', markDefs: [{ _key: 'm', _type: 'link', href }] },
    children: [{ _type: 'span', _key: 's', text: 'الأسئلة', marks: ['m'] }],
  }
  const given = {
    subject: 'أهلًا {firstName}',
    body: [...bodyOf('أهلًا {name}، رقمك {position}.\n[referral] رابطك\n[sent] ما أرسلته'), linked],
    reason: 'السبب',
  }
  const sent = { name: 'Amina (Khan)', interests: `${openStore}, ${shopOnHalvi}`, city: 'Dallas' }
  const values = { ...fields, name: sent.name, position: 1234, sent }
  const { subject, html, text } = renderMessage('received', values, given, { words: own }, arabic)

  it('is right-to-left', () => {
    expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/)
    expect(html).toMatch(/<body [^>]*lang="ar" dir="rtl"/)
    expect(html.match(/ align="(\w+)"/g)).toEqual(
      expect.arrayContaining([' align="right"', ' align="center"']),
    )
    expect(html).not.toMatch(/align="left"|letter-spacing|Roboto/)
  })

  it('has labels, options, and numbers in Arabic, and typed values as they are', () => {
    expect(subject).toBe('أهلًا \u2068Amina (Khan)\u2069')
    expect(html).toMatch(
      /<p [^>]*><span dir="auto">فتح متجري<\/span><\/p><p [^>]*><span dir="auto">التسوّق</,
    )
    expect(html).toContain('أهلًا <span dir="auto">Amina (Khan)</span>، رقمك 1,234.')
    expect(
      renderMessage('received', { ...values, name: '' }, given, { words: own }, arabic).subject,
    ).toBe('أهلًا صديقنا')
  })

  it('marks words that Arabic lacks', () => {
    expect(html).toContain('<span lang="en" dir="ltr">City</span>')
    expect(`${subject}${text}`).not.toMatch(/[\ue000\ue001]/)
    expect(text).toContain('City: ')
  })

  it('has isolated values and links on their own lines in its text', () => {
    expect(text.split('\n')).toEqual([
      ...['أهلًا \u2068Amina (Khan)\u2069، رقمك 1,234.', ''],
      ...['رابطك:', fields.links.referral, ''],
      ...['ما أرسلته', 'الاسم: \u2068Amina (Khan)\u2069'],
      ...['الاهتمامات: \u2068فتح متجري\u2069؛ \u2068التسوّق\u2069', 'City: \u2068Dallas\u2069', ''],
      ...['الأسئلة', href, '', '-- '],
      ...['السبب', 'إلغاء الاشتراك:', fields.links.unsubscribe, ''],
    ])
  })
})

describe('messageContent', () => {
  const reader = (result: unknown) => () =>
    ({ fetch: async () => result }) as unknown as ContentReader

  it('renders the content, or the site’s own text without a document', async () => {
    const text = { subject: 'Sorry', preheader: null, reason: '', body: [] }
    const message = { kind: 'declined', text }
    const { render } = messageContent(
      reader({ site: { name: 'Example' }, messages: [message] }),
      () => '',
    )
    const declined = await render('declined', fields)
    expect(declined.subject).toBe('Sorry')
    expect(declined.text).toBe(renderMessage('declined', fields).text)
    expect(declined.html).toMatch(/<div class="logo"[^>]*>Example</)
    expect(await render('welcome', fields)).toEqual(
      renderMessage('welcome', fields, undefined, { name: 'Example' }),
    )
  })

  it('fails while the content is unavailable, except for messages to staff', async () => {
    const { render } = messageContent(
      () => ({ fetch: () => Promise.reject(new Error('offline')) }) as unknown as ContentReader,
      () => '',
    )
    await expect(render('confirm', fields)).rejects.toThrow('offline')
    await expect(render('password-reset', fields)).resolves.toBeDefined()
  })
})

it('the seed has the texts of the site', () => {
  const seeded = readSeedOriginals().filter(({ _type }) => _type === 'mailMessage')
  expect(seeded).toEqual(
    applicantKinds.map((kind) => ({
      ...{ _id: `message-${kind}`, _type: 'mailMessage', kind },
      ...defaultMessages[kind],
    })),
  )
})
