/** Tells whoever watches how far a long command is, a line a step. */
export const printStep = (step: string): void => void process.stderr.write(`halvi: ${step}\n`)
