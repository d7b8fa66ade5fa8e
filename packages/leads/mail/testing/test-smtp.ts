import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server on this machine; for tests. */
export interface TestSmtp {
  url: string
  /** All messages whose content arrived completely, acknowledged or not, as a client would show them. */
  received: ParsedMail[]
  /** The Message-IDs of the acknowledged messages, once for each acknowledgment. */
  acknowledged: string[]
  /** How the server behaves. Tests change it at any time. */
  behavior: {
    /** Called for each sender. An error rejects it. */
    onSender?: (() => Error | undefined) | undefined
    /** Called for each recipient. An error rejects it; `responseCode` is the status. */
    onRecipient?: ((address: string) => Error | undefined) | undefined
    /** Called with each complete message, before it is acknowledged. `cut` closes the connection instead. */
    onMessage?: ((message: ParsedMail, cut: () => void) => Error | 'never' | undefined) | undefined
    /** Called for each connection. An error rejects it. */
    onConnect?: (() => Error | 'never' | undefined) | undefined
  }
  close(): Promise<void>
}

/** Returns an error with an SMTP status. */
export const smtpError = (responseCode: number, message = 'refused'): Error =>
  Object.assign(new Error(message), { responseCode })

/** A server that greets clients immediately. Otherwise, it would wait for 100 ms, to find clients that do not wait. */
class PromptServer extends SMTPServer {
  override connect(...socket: Parameters<SMTPServer['connect']>) {
    super.connect(...socket)
    const connection = [...this.connections].at(-1)
    connection?.connectionReady()
    if (connection) connection.connectionReady = () => {}
  }
}

/** Starts a mail server that accepts all messages. */
export async function startSmtp(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtp> {
  const received: ParsedMail[] = []
  const acknowledged: string[] = []
  const behavior: TestSmtp['behavior'] = {}
  const sockets = new Set<Socket>()
  const server = new PromptServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideENHANCEDSTATUSCODES: false,
    disableReverseLookup: true,
    ...options,
    onConnect(_session, done) {
      const result = behavior.onConnect?.()
      if (result !== 'never') done(result)
    },
    onMailFrom: (_address, _session, done) => done(behavior.onSender?.()),
    onRcptTo: ({ address }, _session, done) => done(behavior.onRecipient?.(address)),
    async onData(stream, _session, done) {
      const message = await simpleParser(stream).catch(() => undefined)
      // The client closed the connection.
      if (!message) return
      received.push(message)
      const result = behavior.onMessage?.(message, () => {
        for (const socket of sockets) socket.destroy()
      })
      if (result === 'never') return
      if (!result) acknowledged.push(message.messageId ?? '')
      done(result)
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    acknowledged,
    behavior,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}
