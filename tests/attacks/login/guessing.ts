import { administrator } from '../../administrator.ts'
import type { Attack, Target } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { postJson } from '../request.ts'
import { upTo } from '../steadily.ts'

const { email } = administrator
const signIn = (password: string) => postJson('/v1/auth/login', { email, password })

export const guessing: Attack = {
  name: 'guessed Studio passwords from 20 addresses',
  rate: '600 guesses, 400/s',
  addresses: 20,
  start: overConnections((connections, target) => {
    const stop = upTo(600, 400, (n) => connections.send(signIn(`guess ${n}`)))
    return async () => {
      stop()
      connections.report.facts['the right password, from elsewhere'] = await signInElsewhere(target)
    }
  }),
  wrong: ({ facts }) => {
    const status = facts['the right password, from elsewhere']
    return status === 200
      ? undefined
      : `a sign-in with the right password from another address got ${status}`
  },
}

async function signInElsewhere({ host, port }: Target): Promise<number> {
  const response = await fetch(`http://${host}:${port}/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  await response.arrayBuffer()
  return response.status
}
