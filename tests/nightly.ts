/** Tests that prove rare things and take long. `npm run test:nightly` runs them; `npm test` leaves them out. */
export const nightly = {
  /** Unit and system tests: attacks, faults, kills, guides in a copy, odd content, deployment. */
  vitest: [
    '**/tests/{attacks,development,faults,how-to,release}/**/*.test.ts',
    // Real seconds, few descriptors, a language as the guide adds it.
    '**/tests/{content-shapes,draining,few-descriptors,languages/guide,monitoring}.test.ts',
    '**/src/dataset/{durability,release-crash}.test.ts',
    '**/delivery/faulty-endpoint.test.ts',
    // Packs and installs the content lake, or installs Sanity's CLI, from the registry.
    '**/src/package.test.ts',
    '**/src/commands/sanity-cli.test.ts',
  ],
  /** Journeys through content that nobody writes on purpose, and long ones. */
  journeys: ['hostile-content', 'lake-in-pages', 'long-content', 'print', 'pseudo-languages'],
  /** Scenarios in the Studio that mostly test Sanity's own behavior. */
  studio: ['moving-sections', 'releases', 'stock', 'text'],
}

/** Whether this run is `npm run test:nightly`. */
export const isNightly: boolean = process.env.NIGHTLY === '1'
