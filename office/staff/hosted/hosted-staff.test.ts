import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Request } from 'express'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Staff } from '../member.ts'
import { hostedStaff } from './hosted-staff.ts'

const user = (id: string, ...roles: string[]) => ({
  ...{ id, name: `The ${id}`, provider: 'google' },
  roles: roles.map((name) => ({ name, title: name })),
})

/** The users that Sanity knows, by token. */
let users: Record<string, object>
let asked: string[]
let status: number | undefined
let server: Server
let staff: Staff

beforeEach(async () => {
  users = {
    'a-token': user('p-admin', 'administrator'),
    'l-token': user('p-leads', 'viewer', 'leads'),
    'e-token': user('p-editor', 'editor'),
    'o-token': user('p-other', 'custom'),
    'c-token': user('p-author', 'contributor'),
    'r-token': { ...user('p-robot', 'administrator'), provider: 'sanity-token' },
  }
  asked = []
  status = undefined
  const members = [
    { id: 'p-admin', roles: [{ name: 'administrator' }] },
    { id: 'p-leads', roles: [{ name: 'leads' }] },
    { id: 'p-editor', roles: [{ name: 'editor' }] },
    { id: 'p-robot', isRobot: true, roles: [{ name: 'administrator' }] },
  ]
  server = createServer((request, response) => {
    const { authorization = '' } = request.headers
    const path = request.url?.replace(/^\/v[\d-]+/, '') ?? ''
    asked.push(`${path} ${authorization}`)
    const found = users[authorization.replace('Bearer ', '')]
    const answers: Record<string, unknown> = {
      '/users/me': found,
      '/projects/a1b2c3d4': found && { id: 'a1b2c3d4', members },
      '/users/p-admin,p-leads,p-editor': members.map(({ id }) => ({
        id,
        displayName: `The ${id}`,
      })),
    }
    response.writeHead(status ?? (found ? 200 : 401), { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[path] ?? { message: 'Unauthorized' }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  staff = hostedStaff('a1b2c3d4', (url, options) => {
    const { host, pathname } = new URL(String(url))
    expect(host).toBe('a1b2c3d4.api.sanity.io')
    return fetch(`http://127.0.0.1:${port}${pathname}`, options)
  })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (authorization?: string) =>
  staff.memberOf({ ip: '10.0.0.1', get: () => authorization } as unknown as Request)
const questions = () => asked.filter((one) => one.startsWith('/users/me'))

describe('the people of a hosted project', () => {
  it('have the identity and role that Sanity returns', async () => {
    expect(await ask('Bearer a-token')).toMatchObject({
      id: 'p-admin',
      name: 'The p-admin',
      roles: ['administrator'],
    })
    expect((await ask('Bearer a-token'))?.permissions).toContain('preview:share')
    const leads = await ask('bearer l-token')
    expect(leads?.permissions).toContain('leads:erase')
    expect(leads?.permissions).not.toContain('preview:share')
    expect((await ask('Bearer e-token'))?.permissions).toEqual(['preview:share'])
    expect((await ask('Bearer o-token'))?.permissions).toEqual([])
    expect((await ask('Bearer c-token'))?.permissions).toEqual(['preview:share'])
  })

  it('don’t include programs and unknown tokens', async () => {
    for (const given of [undefined, '', 'Basic YQ==', 'Bearer ', 'Bearer x y', 'Bearer r-token']) {
      expect(await ask(given), given).toBeUndefined()
    }
    expect(await ask('Bearer unknown')).toBeUndefined()
  })

  it('are checked once per minute for any number of requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask('Bearer a-token')))
    await Promise.all(Array.from({ length: 20 }, () => ask('Bearer unknown')))
    expect(questions()).toHaveLength(2)
  })

  it('can own leads if they may read leads, and have names', async () => {
    expect(staff.nameOf('p-leads')).toBeUndefined()
    await ask('Bearer a-token')
    expect(await staff.people()).toEqual([
      { id: 'p-admin', name: 'The p-admin' },
      { id: 'p-leads', name: 'The p-leads' },
    ])
    expect(staff.nameOf('p-editor')).toBe('The p-editor')
  })

  it('keep their names once they are not in the project', async () => {
    await ask('Bearer o-token')
    await ask('Bearer a-token')
    expect(staff.nameOf('p-other')).toBe('The p-other')
  })

  it('may share previews while their role allows it', async () => {
    const may = (id: string) => staff.may(id, 'preview:share')
    // No token that may read the members has been used yet.
    expect(await may('p-none')).toBe(true)
    await ask('Bearer a-token')
    expect(await Promise.all(['p-admin', 'p-editor', 'p-leads', 'p-other'].map(may))).toEqual([
      ...[true, true, false, false],
    ])
  })

  it('cause a 503, not a 401, while Sanity is unreachable', async () => {
    for (status of [500, 429]) {
      await expect(ask(`Bearer unreachable-${status}`)).rejects.toMatchObject({ status: 503 })
    }
    status = undefined
    expect(await ask('Bearer a-token')).toBeDefined()
    server.closeAllConnections()
    server.close()
    await expect(ask('Bearer l-token')).rejects.toMatchObject({ status: 503 })
  })
})
