/** The token of test lakes. */
export const TOKEN = 'a-token-for-tests-only'

/** The token of `reader` in test lakes. */
export const READER = 'a-token-that-reads'

/** The project and dataset of test lakes. */
export const NAMES = { projectId: 'testing', dataset: 'production' }

/** The cost of hashing passwords in tests. The default cost would take most of the test time. */
export const CHEAP_HASHING = { N: 1024, r: 8, p: 1 }
