import { defineCommand } from './command.ts'

/** Starts the site, and resolves while it runs. */
export default defineCommand({
  usage: 'start',
  description: 'Starts the site, with its Studio, until SIGTERM.',
  examples: [
    ['halvi start', 'on http://localhost:3000, data in ./data'],
    ['PORT=8080 DATA_DIR=/var/lib/halvi halvi start', 'somewhere else'],
  ],
  options: {},
  arguments: [0, 0],
  async run() {
    // A program of its own in the same build, which ends the process when it is told to.
    await import(new URL('./main.js', import.meta.url).href)
    return undefined
  },
})
