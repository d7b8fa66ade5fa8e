/** Tells whoever watches how far a long command is, a line a step. */
export const tell = (step: string): void => void process.stderr.write(`halvi: ${step}\n`)
