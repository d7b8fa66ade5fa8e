import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { StartError } from '../processes/start-error.ts'
import { ignoreLateSocketErrors, listen } from './listen.ts'

it('logs each failure to accept a connection and keeps running', async () => {
  const server = createServer()
  const port = Number(new URL(await listen(server, 0, '127.0.0.1')).port)
  const errors: unknown[] = []
  ignoreLateSocketErrors(server, { error: ({ err }: { err: Error }) => errors.push(err.message) })
  for (const text of ['accept ENOMEM', 'accept ENOBUFS']) server.emit('error', new Error(text))
  expect(errors).toEqual(['accept ENOMEM', 'accept ENOBUFS'])
  await expect(listen(createServer(), port, '127.0.0.1')).rejects.toEqual(
    new StartError(
      `PORT ${port} is in use on 127.0.0.1. Stop the other program (ss -ltnp names it), or set another PORT`,
    ),
  )
  await new Promise((resolve) => server.close(resolve))
})
