// Checks the English of files: finds words and names that the project no longer uses, prints what to write instead, and
// exits with 1 if it finds any: node scripts/checks/plain-english.js [FILE or FOLDER…]
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Words that the project no longer uses, with the words to write instead.
 * @type {[pattern: RegExp, instead: string][]}
 */
const words = [
  [/\b(tell(?! us\b)|tells|told|telling)\b/, 'return, log, report, show, pass, distinguish'],
  [/\b(who|what)ever\b/, 'the user, the caller, people who, everything that'],
  [/\banew\b/, 'again; rebuild, recreate'],
  [/\bso (many|long|much)\b/, 'at most N, up to N; N seconds'],
  [/\bmend(s|ed|ing)?\b/, 'fix'],
  [/\b(goes|go|went) by\b/, 'uses'],
  [/\b(sees|see|saw|seen) to\b(?! be\b)/, 'handles, checks'],
  [/\b(knows|know|knew) of\b/, 'has, uses'],
  [/\b(is|are|was|were|of) none\b/, 'is not a …, has no …'],
  [/\bout(live|last)(s|d|ed|ing)?\b/, 'survive, ignore'],
  [/\b(is|are|was|were) (over|away)(?=[.,;:)]|$)/, 'expired, finished, unreachable'],
  [/\b(be|been|is|are|was|were) (refused|turned away)\b/, 'is rejected'],
]

/**
 * Names that the project no longer uses, with the names to use instead.
 * @type {[name: string, instead: string][]}
 */
const names = [
  ['outliveErrors', 'ignoreLateSocketErrors'],
  ['soundSettings', 'validSettings'],
  ['Closers', 'Disposables'],
  ['comeBackMs', 'retryAfterMs'],
  ['putLeads', 'restoreLeads'],
  ['takeCodings', 'copyEncodings'],
  ['withoutHoles', 'stripNulls'],
  ['takeRightsOfOthers', 'chmodPrivate'],
  ['patienceMs', 'timeoutMs'],
]

/** Matches comments that start with a clause instead of a noun or a verb. */
const openings = /(\/\*\*|\/\/|^ *\*) (What|Who|Whose|Whom) /g

const rules = [
  { pattern: openings, instead: 'a noun or a verb: “Returns …”' },
  ...words.map(([pattern, instead]) => ({ pattern: new RegExp(pattern, 'gi'), instead })),
  ...names.map(([name, instead]) => ({ pattern: new RegExp(`\\b${name}\\b`, 'g'), instead })),
]

/** Files that are not checked: generated files, history, content, and this list. */
const exempt =
  /^(scripts\/checks\/plain-english\.js|CHANGELOG\.md|package-lock\.json|packages\/content-lake\/src\/users\/guessable-password\.ts)$|^seed\/.*\.ndjson$/
const checked = /\.(ts|tsx|js|mjs|css|md|json|jsonc|ya?ml|grit|service|example)$|^deploy\//

const files = execFileSync('git', ['ls-files', '-z', ...process.argv.slice(2)], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => checked.test(file) && !exempt.test(file))

let found = 0
for (const file of files) {
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const { pattern, instead } of rules) {
      for (const [word] of line.matchAll(pattern)) {
        console.error(`${file}:${index + 1}: “${word.trim()}”, write: ${instead}`)
        found++
      }
    }
  }
}
if (found > 0) {
  console.error(
    `\n${found} words or names to replace. The list is in scripts/checks/plain-english.js.`,
  )
  process.exitCode = 1
}
