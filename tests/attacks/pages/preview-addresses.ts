import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get, post } from '../request.ts'
import { steadily } from '../steadily.ts'

const requests: ((n: number) => string)[] = [
  (n) => get(`/preview/enable?sanity-preview-secret=secret${n}&sanity-preview-pathname=/`),
  (n) => get(`/preview/open?pass=pass${n}&to=/`),
  () => get('/preview/changes', { Cookie: 'preview=x' }),
  (n) => post(`/preview/share?sanity-preview-secret=secret${n}`, 'text/plain', ''),
]

export const previewAddresses: Attack = {
  name: 'guessed preview secrets and links',
  rate: '100 requests/s',
  start: overConnections((connections) =>
    steadily(100, (n) => connections.send(requests[n % requests.length]?.(n) ?? '')),
  ),
  wrong: ({ responses }) =>
    Object.keys(responses).some((status) => status.startsWith('3'))
      ? 'a guessed secret was accepted'
      : undefined,
}
