/** A token that a test's lake takes. */
export const TOKEN = 'a-token-for-tests-only'

/** The project and dataset of a test's lake. */
export const NAMES = { projectId: 'testing', dataset: 'production' }
