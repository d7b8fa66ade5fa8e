/** Where a command writes. */
export interface Console {
  out: (text: string) => void
  err: (text: string) => void
  isTerminal: boolean
}

export const PROCESS: Console = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
}
