import generated from './query-shapes.json' with { type: 'json' }

const names = new Set(generated.codeFields)

/** Returns whether a field's strings are for code, not texts. They get neither stega characters nor marks. */
export const isCodeField = (name: string): boolean => names.has(name)
