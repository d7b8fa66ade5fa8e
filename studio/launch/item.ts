/** A document field that the Studio can open. */
export interface Field {
  id: string
  type: string
  path: string
  /** The location of the field for people, because the Studio always opens a form at its first tab. */
  place: string
}

/** An item of the launch checklist. */
export interface Item {
  key: string
  title: string
  isDone: boolean
  /** A description of the current state. If the item is not done, it says what to do. */
  sentence: string
  /** The place to change it: a field or a tool. */
  field?: Field
  tool?: { name: string; title: string }
}

/** Returns a checklist item. It is done if there is no problem. The problem says what to do. */
export const item = (
  key: string,
  title: string,
  problem: string | false | undefined,
  done: string,
  place: Pick<Item, 'field' | 'tool'> = {},
): Item => ({ key, title, isDone: !problem, sentence: problem || done, ...place })
