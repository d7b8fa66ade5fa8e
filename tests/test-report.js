import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * A test file in a report of Vitest.
 *
 * @typedef {{ name: string; status: string; message: string; assertionResults: {
 *   fullName: string; status: string; failureMessages?: string[] }[] }} TestFile
 */

/**
 * A file or a group of tests in a report of Playwright.
 *
 * @typedef {{ title: string; suites?: Suite[]; specs?: { title: string; ok: boolean; tests: {
 *   results: { error?: { message: string } }[] }[] }[] }} Suite
 */

/**
 * @typedef {object} TestResult
 * @property {string} name with its file
 * @property {boolean} ok
 * @property {string} error the first line of the first error, or an empty string
 */

/**
 * Returns the results in a JSON report of Vitest or Playwright. A file that did not load is one failed result.
 *
 * @param {string} file
 * @returns {TestResult[]}
 */
export function resultsIn(file) {
  /** @type {{ testResults?: TestFile[]; suites?: Suite[] }} */
  const { testResults = [], suites = [] } = JSON.parse(readFileSync(file, 'utf8'))
  return [
    ...testResults.flatMap(resultsOfFile),
    ...suites.flatMap((suite) => resultsOfSuite(suite)),
  ]
}

/** @param {TestFile} file */
function resultsOfFile({ name: path, status, message, assertionResults }) {
  const name = relative('', path)
  const tests = assertionResults.map(({ fullName, status, failureMessages = [] }) =>
    result(`${name} > ${fullName}`, status !== 'failed', failureMessages[0]),
  )
  const isBroken = status === 'failed' && tests.every(({ ok }) => ok)
  return isBroken ? [...tests, result(name, false, message)] : tests
}

/**
 * @param {Suite} suite
 * @returns {TestResult[]}
 */
function resultsOfSuite({ title, specs = [], suites = [] }, within = '') {
  const here = `${within}${title} > `
  const own = specs.map(({ title, ok, tests }) => {
    const error = tests.flatMap(({ results }) => results).find(({ error }) => error)?.error
    return result(here + title, ok, error?.message)
  })
  return [...own, ...suites.flatMap((suite) => resultsOfSuite(suite, here))]
}

/** @returns {TestResult} */
function result(/** @type {string} */ name, /** @type {boolean} */ ok, error = '') {
  return { name, ok, error: error.split('\n', 1)[0] ?? '' }
}
