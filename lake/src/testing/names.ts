/** A token that a test's lake takes. */
export const TOKEN = 'a-token-for-tests-only'

/** The token of its reader, where it has one. */
export const READER = 'a-token-that-reads'

/** The project and dataset of a test's lake. */
export const NAMES = { projectId: 'testing', dataset: 'production' }

/** What hashing a password costs here: far less than what is shipped, which tests would spend most of their time on. */
export const CHEAP = { N: 1024, r: 8, p: 1 }
