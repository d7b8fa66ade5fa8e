/** Fields whose strings the code compares, parses, or formats. They are not texts. */
const names = new Set([
  ...['anchor', 'date', 'deadline', 'endsAt', 'fact', 'hue', 'icon', 'month', 'network', 'number'],
  ...['placement', 'query', 'source', 'startsAt', 'status', 'timeZone', 'topic', 'view'],
  ...['businessType', 'customInterest', 'interests', 'secondTarget', 'target'],
])

/** Returns whether a field's strings are for code. They get neither stega characters nor marks. */
export const isCodeField = (name: string): boolean => names.has(name)
