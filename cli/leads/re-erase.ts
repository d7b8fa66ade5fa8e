import { reErase as eraseAgain } from 'halvi-leads/operations/erasing/re-erase'
import { defineLeadsCommand } from './command.ts'
import { counted, tellRefused } from './erase.ts'

/** Erases again what was erased before, after a backup has brought it back. */
export const reErase = defineLeadsCommand({
  usage: `  re-erase
      After a backup was restored: empties what was erased since it was made, by the list in
      DATA_DIR/erased-leads, and has the database forget it for good.`,
  options: {},
  arguments: [0, 0],
  async run(tools) {
    const { emptied, listed, refused } = await eraseAgain(tools)
    tellRefused(refused, tools)
    tools.out.write(`${counted(emptied)} erased again, of ${listed} on the list\n`)
    return undefined
  },
})
