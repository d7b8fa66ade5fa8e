const span = (text: string) => ({ _type: 'span', _key: 's', marks: [], text })
const block = (text: string) => [
  { _type: 'block', _key: 'b', style: 'normal', markDefs: [], children: [span(text)] },
]
const heading = (title: string, text?: string) => ({ _type: 'heading', title, text })
const item = (name: string, index: number) => ({ _key: `${name}${index}` })

/** A section of a page, as it is stored. */
export interface Section {
  _type: string
  _key: string
  [field: string]: unknown
}

const screen = (ref: string, alt: string) => ({
  _type: 'figure',
  alt,
  asset: { _type: 'reference', _ref: ref },
})

/** A screenshot of the seed. */
const image = 'image-778449a5de7be0ae96c48b4874492155eaa7461c-780x1688-webp'

/** One section of each type, with realistic content. */
export const sections = {
  heroSection: {
    _type: 'heroSection',
    title: 'Sell iftar boxes this Ramadan',
    text: block(
      'Open your kitchen on Halvi before the first night. We check your certificate and help you set up.',
    ),
    keyFact: block('No commission in the first month'),
    figure: screen(image, 'A seller’s list of orders for the evening, with pickup times.'),
    placement: 'beside',
    showButtons: true,
  },
  textSection: {
    _type: 'textSection',
    heading: heading('How the month works'),
    body: block(
      'You choose the evenings and the number of boxes. Customers order until noon, and pick up before sunset.',
    ),
  },
  pictureSection: {
    _type: 'pictureSection',
    figure: screen(image, 'A table with dates, soup, and bread.'),
    caption: 'An iftar table in Dallas.',
  },
  quoteSection: {
    _type: 'quoteSection',
    heading: heading('What sellers say'),
    quotes: [
      {
        _type: 'quote',
        ...item('q', 1),
        text: 'We sold out on the first evening.',
        name: 'Amina',
        role: 'Home chef, Dallas',
      },
      {
        _type: 'quote',
        ...item('q', 2),
        text: 'Setup took one afternoon.',
        name: 'Yusuf',
        role: 'Restaurant owner, Houston',
      },
    ],
  },
  cardsSection: {
    _type: 'cardsSection',
    heading: heading('Choose how you sell', 'You can change it later.'),
    cards: ['From home', 'From a restaurant', 'From a shop'].map((title, index) => ({
      _type: 'linkCard',
      ...item('c', index),
      title,
      text: 'We help you with the certificate, the menu, and the pictures.',
      label: 'See how it works',
      destination: { _type: 'link', page: { _type: 'reference', _ref: 'business-seller' } },
    })),
  },
  stepsSection: {
    _type: 'stepsSection',
    heading: heading('Three steps'),
    numbered: true,
    steps: ['Apply', 'Get checked', 'Sell'].map((title, index) => ({
      _type: 'keyFeature',
      ...item('s', index),
      title,
      text: block('It takes about five minutes, and you can stop at any time.'),
    })),
  },
  logosSection: {
    _type: 'logosSection',
    heading: heading('Certified by'),
    logos: ['One', 'Two', 'Three'].map((name, index) => ({
      ...screen(image, name),
      ...item('l', index),
    })),
  },
  comparisonSection: {
    _type: 'comparisonSection',
    heading: heading('Halvi and other apps'),
    rows: ['', 'Commission', 'Halal check', 'Payouts'].map((title, index) => ({
      _type: 'tableRow',
      ...item('r', index),
      cells: title ? [title, 'Published', 'On request'] : ['', 'Halvi', 'Other apps'],
    })),
  },
  faqSection: {
    _type: 'faqSection',
    heading: heading('Questions'),
    entries: ['faq-commission', 'faq-seller', 'faq-payouts'].map((_ref, index) => ({
      _type: 'reference',
      ...item('f', index),
      _ref,
    })),
  },
  commissionsSection: {
    _type: 'commissionsSection',
    heading: heading('What it costs'),
    calculator: true,
  },
  screensSection: { _type: 'screensSection', heading: heading('The app'), screens: [] },
  countdownSection: {
    _type: 'countdownSection',
    before: 'Ramadan starts in',
    after: 'Ramadan has started',
    endsAt: '2099-02-08T18:00:00.000Z',
    timeZone: 'America/Chicago',
  },
  joinSection: {
    _type: 'joinSection',
    card: {
      _type: 'joinCard',
      title: 'Open your kitchen',
      text: block('Apply now, and we reply within three days.'),
      button: 'Join the Waitlist',
      secondButton: 'Apply as a business',
      secondTarget: 'onboarding',
      interests: ['openStore'],
      businessType: 'restaurant',
    },
  },
}
