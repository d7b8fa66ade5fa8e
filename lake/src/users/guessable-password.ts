/**
 * Words from SecLists' 10k-most-common passwords. Attackers first try these words combined with digits and symbols.
 */
const COMMON = `
  password passwort passwd pass welcome letmein admin administrator iloveyou monkey dragon football baseball
  basketball soccer hockey sunshine princess superman batman spiderman trustno1 master shadow michael jennifer
  jordan jessica ashley daniel thomas charlie starwars pokemon freedom whatever computer internet secret changeme
  default login guest root test user hello summer winter spring autumn access killer abc123 love lovely angel
  flower chocolate cookie liverpool arsenal chelsea google facebook samsung naruto correct horse battery staple
  temporary demo studio website manager system server private 1q2w3e4r 1qaz2wsx zaq12wsx q1w2e3r4 zxcvbn asdf
  qwerty qwertz azerty tothe please enter open sesame money lucky ginger pepper mustang harley ranger hunter
  buster tigger cheese banana orange purple silver golden diamond matrix ninja january february march april
  june july august september october november december monday tuesday wednesday thursday friday saturday sunday
`
  .trim()
  .split(/\s+/)

/** Digits and symbols that stand for letters. */
const LEET: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' },
  ...{ '@': 'a', $: 's', '!': 'i', '€': 'e', '+': 't' },
}

const ROWS = [
  '1234567890-=',
  'qwertyuiop[]',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl;',
  'zxcvbnm,./',
]
const COLUMNS = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/']

/** A password with fewer than this many unpredictable parts is guessable. */
const MIN_PARTS = 7

/** Returns whether a password consists mostly of common words, words about the person, repetitions, and sequences. */
export function isGuessable(password: string, about: readonly string[]): boolean {
  let text = fold(password)
  // Replace the longest words first. Otherwise a short word inside a longer one would match.
  const words = [...COMMON, ...wordsOf(about)].sort((a, b) => b.length - a.length)
  for (const read of [(plain: string) => plain, unleet, (plain: string) => unleet(plain, 'l')]) {
    for (const word of words) text = withoutWord(text, read, word)
  }
  if (text.includes(WORD)) text = text.replace(/[^\p{L}\0]+/gu, '1')
  return partsOf(unitOf(text)) < MIN_PARTS
}

/** A placeholder for a word that was found in the password. */
const WORD = '\0'

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(WORD, ' ')
}

function unleet(text: string, one = 'i'): string {
  return text.replace(/[^\p{L}]/gu, (sign) => (sign === '1' ? one : (LEET[sign] ?? sign)))
}

/**
 * Returns words of at least three characters from names and addresses: whole, without symbols, and split at symbols.
 */
function wordsOf(about: readonly string[]): string[] {
  return about
    .map(fold)
    .flatMap((text) => [
      text,
      text.replace(/[^\p{L}\p{N}]/gu, ''),
      ...text.split(/[^\p{L}\p{N}]+/u),
    ])
    .filter((word) => word.length >= 3)
}

function withoutWord(text: string, read: (text: string) => string, word: string): string {
  let [rest, at] = [text, 0]
  for (;;) {
    at = read(rest).indexOf(word, at)
    if (at < 0) return rest
    rest = rest.slice(0, at) + WORD + rest.slice(at + word.length)
    at++
  }
}

/** Returns the shortest part that the text repeats, or the whole text. */
function unitOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    if (text.startsWith(text.slice(length))) return text.slice(0, length)
  }
  return text
}

/**
 * Returns the number of characters that do not continue a sequence: equal characters, or neighbors in Unicode or on a
 * keyboard.
 */
function partsOf(text: string): number {
  const steps = [...text].map((character, index, all) => stepsBetween(all[index - 1], character))
  const continues = (index: number) =>
    steps[index]?.some((step) => steps[index - 1]?.includes(step))
  return steps.filter((_, index) => !continues(index)).length
}

function stepsBetween(before: string | undefined, character: string): string[] {
  if (before === undefined) return []
  const steps = [before, character].map((one) => one.codePointAt(0) ?? 0)
  const apart = (steps[1] ?? 0) - (steps[0] ?? 0)
  const keys = [...ROWS, ...COLUMNS].flatMap((keys) => {
    const [from, to] = [keys.indexOf(before), keys.indexOf(character)]
    return from >= 0 && to >= 0 && Math.abs(to - from) === 1 ? [`keys ${to - from}`] : []
  })
  return Math.abs(apart) <= 1 ? [`code ${apart}`, ...keys] : keys
}
