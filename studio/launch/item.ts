/** A field of a document, as the Studio opens it. */
export interface Field {
  id: string
  type: string
  path: string
  /** Where it stands in the Studio, which opens a form at its first tab. */
  place: string
}

/** One thing that has to be so before a launch. */
export interface Item {
  key: string
  title: string
  isDone: boolean
  /** How it is, in a sentence; where it is not done, what to do. */
  sentence: string
  /** Where it is changed: a field, or a tool by its name and what it is called. */
  field?: Field
  tool?: { name: string; title: string }
}

/** Returns an item that is done unless there is a problem, which says what to do. */
export const item = (
  key: string,
  title: string,
  problem: string | false | undefined,
  done: string,
  place: Pick<Item, 'field' | 'tool'> = {},
): Item => ({ key, title, isDone: !problem, sentence: problem || done, ...place })
