import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../kit/testing/until.ts'
import { openLeads } from '../../testing/open-leads.ts'
import { Relay } from '../../testing/relay.ts'
import { testPostgres } from '../../testing/test-postgres.ts'
import { closeUncertainConnections, openPool } from './postgres.ts'

const postgres = await testPostgres()

/** Starts a proxy to the database that can hold back requests. */
async function startProxy(to: URL) {
  const sockets = new Set<Socket>()
  let held: (() => void)[] | undefined
  const server = createServer((socket) => {
    const upstream = connect(Number(to.port || 5432), to.hostname)
    for (const end of [socket, upstream]) sockets.add(end.on('error', () => {}))
    upstream.pipe(socket)
    socket.on('data', (bytes) => {
      if (held) held.push(() => upstream.write(bytes))
      else upstream.write(bytes)
    })
    // Closes after the held data, as a slow connection would.
    socket.on('close', () => (held ? held.push(() => upstream.end()) : upstream.end()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(to), { hostname: '127.0.0.1', port: String(port) }).href,
    hold() {
      held = []
    },
    release() {
      const all = held ?? []
      held = undefined
      for (const send of all) send()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

describe.runIf(postgres)('a connection to PostgreSQL', () => {
  if (!postgres) return
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let database: Kysely<{ kept: { id: number } }>
  beforeAll(async () => {
    await postgres.query('create table kept (id int primary key)')
    proxy = await startProxy(new URL(postgres.url))
    const pool = await openPool(proxy.url, pino({ level: 'silent' }), 300)
    database = new Kysely({
      dialect: new PostgresDialect({ pool: closeUncertainConnections(pool) }),
    })
  })
  afterAll(async () => {
    proxy.release()
    await database.destroy()
    proxy.close()
    await postgres.drop()
  })
  const insert = (id: number) => database.insertInto('kept').values({ id }).execute()
  const kept = async () => {
    const { rows } = await postgres.query('select id from kept order by id')
    return rows.map(({ id }) => id)
  }

  it('is not used again after a transaction may have begun late', async () => {
    await insert(1)
    proxy.hold()
    await expect(database.transaction().execute(async () => {})).rejects.toThrow('timeout')
    proxy.release()
    await insert(2)
    expect(await kept()).toEqual([1, 2])
  })

  it('is used again after PostgreSQL rejected a query', async () => {
    const backend = async () => {
      const { rows } = await database.executeQuery<{ pid: number }>({
        ...database.selectNoFrom((of) => of.fn<number>('pg_backend_pid').as('pid')).compile(),
      })
      return rows[0]?.pid
    }
    const before = await backend()
    await expect(insert(1)).rejects.toMatchObject({ code: '23505' })
    expect(await backend()).toBe(before)
  })
})

describe.runIf(postgres)('a lead store on PostgreSQL', async () => {
  const own = await testPostgres()
  afterAll(() => own?.drop())
  const url = own?.url ?? ''
  const log = pino({ level: 'silent' })
  const open = (databaseUrl: string) =>
    openLeads({ dataDir: '', databaseUrl, rateLimit: { submissions: 2, seconds: 3600 }, log })

  it('opens while the database is unreachable, limits submissions, and recovers', async () => {
    const relay = new Relay(url)
    await relay.set('down')
    const leads = await open(relay.url(url))
    const by = { id: 'amina', name: 'Amina' }
    const payload = { email: 'amina@example.com' }
    const receive = () =>
      leads.receive({ form: 'waitlist', payload, spam: false, delivered: false })
    for (const each of [receive, leads.check, () => leads.staff.views(by)]) {
      await expect(each()).rejects.toThrow('ECONNREFUSED')
    }
    const waits = [1, 2, 3].map(() => leads.consume('waitlist', '192.0.2.1'))
    expect((await Promise.all(waits)).filter((wait) => wait > 0)).toHaveLength(1)
    await relay.set('up')
    await until(async () => expect(await leads.check().then(() => 'open', String)).toBe('open'))
    expect(await receive()).toBe('taken')
    await leads.close()
    await relay.set('down')
  })

  it.each([
    ['another database', { pathname: '/no_such_database' }],
    ['another user', { username: 'nobody_of_that_name' }],
  ])('fails to open if its URL contains %s that does not exist', async (_what, wrong) => {
    await expect(open(Object.assign(new URL(url), wrong).href)).rejects.toThrow()
  })
})
