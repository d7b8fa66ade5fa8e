/** Reads server-sent events until `isEnough` of them have arrived. Returns their types and ids. */
export async function readEvents(
  { body }: Response,
  isEnough: (events: [type: string, id: string][]) => boolean,
): Promise<[type: string, id: string][]> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const whole = text.slice(0, text.lastIndexOf('\n\n') + 1)
    const events = [...whole.matchAll(/^event: ?(.*)\n(?:id: ?(.*)\n)?/gm)]
    const found = events.map(([, type = '', id = '']): [string, string] => [type, id])
    if (isEnough(found)) return found
  }
  return []
}
