/**
 * Words from SecLists' 10k-most-common passwords. Attackers first try these words combined with digits and symbols.
 */
const COMMON = `
  password passwort passwd pass welcome letmein admin administrator iloveyou monkey dragon football baseball
  basketball soccer hockey sunshine princess superman batman spiderman trustno1 p@ssw0rd abcdef ghijkl master shadow michael jennifer
  jordan jessica ashley daniel thomas charlie starwars pokemon freedom whatever computer internet secret changeme
  default login guest root test user hello summer winter spring autumn access killer abc123 love lovely angel
  flower chocolate cookie liverpool arsenal chelsea google facebook samsung naruto correct horse battery staple
  temporary demo studio website manager system server private 1q2w3e4r 1qaz 2wsx 3edc zaq12wsx q1w2e3r4 zxcvbn asdf
  qwertyuiop qwerty qwertz azerty asdfghjkl zxcvbnm tothe please enter open sesame money lucky ginger pepper mustang harley ranger hunter
  buster tigger cheese banana orange purple silver golden diamond matrix ninja january february march april
  june july august september october november december monday tuesday wednesday thursday friday saturday sunday
`
  .trim()
  .split(/\s+/)

/**
 * Returns whether a password has fewer than five different characters, or fewer than three letters besides common
 * words and words about the person.
 */
export function isGuessable(password: string, about: readonly string[]): boolean {
  let text = password.normalize('NFKC').toLowerCase()
  if (new Set(text).size < 5) return true
  const own = about.flatMap((known) => known.toLowerCase().split(/[^\p{L}]+/u))
  const words = [...COMMON, ...own].filter((word) => word.length >= 3)
  // The longest words first, because some contain others.
  for (const word of words.sort((a, b) => b.length - a.length)) text = text.replaceAll(word, '')
  return text.replace(/\P{L}/gu, '').length < 3
}
