import { defineCommand } from './command.ts'

/** Starts the site. Resolves once the site is running. */
export default defineCommand({
  usage: 'start',
  description: `Starts the site and its Studio, which run until SIGTERM.
Migrates data of an earlier version first, and keeps a copy of it in DATA_DIR/snapshots.`,
  examples: [
    ['halvi start', 'serves http://localhost:3000 with the data in ./data'],
    ['PORT=8080 DATA_DIR=/var/lib/halvi halvi start', 'uses another port and folder'],
  ],
  async run() {
    const { runSite } = await import('../server/main.ts')
    await runSite({ studioBuilder: process.env.STUDIO_BUILDER })
  },
})
