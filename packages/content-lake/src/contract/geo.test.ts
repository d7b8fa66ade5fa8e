import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSubject, type Subject } from './subject.ts'

let subject: Subject
let client: SanityClient
let own: Subject['own']

const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 59],
      [11, 59],
      [11, 60],
      [10, 60],
      [10, 59],
    ],
  ],
}
const line = (...coordinates: number[][]) => ({ type: 'LineString', coordinates })

beforeAll(async () => {
  subject = await openSubject()
  own = subject.own
  client = subject.client()
  const _type = own('office')
  const at = (lat: number, lng: number) => ({ _type: 'geopoint', lat, lng })
  await client
    .transaction()
    .create({ _id: own('oslo'), _type, at: at(59.913889, 10.752222) })
    .create({ _id: own('stockholm'), _type, at: at(59.329444, 18.068611) })
    .create({ _id: own('nowhere'), _type })
    .commit()
})
afterAll(() => subject.close())

const ask = (expression: string, params = {}) =>
  client.fetch(`{"value": ${expression}}.value`, params)

describe('geography', () => {
  it('filters and sorts documents by where they are', async () => {
    const params = { type: own('office'), area: AREA, here: { lat: 59.3, lng: 18 } }
    const within = '*[_type == $type && geo::contains($area, at)]._id'
    expect(await client.fetch(within, params)).toEqual([own('oslo')])
    const near = '*[_type == $type && geo::distance($here, at) < 10000]._id'
    expect(await client.fetch(near, params)).toEqual([own('stockholm')])
    const order = '*[_type == $type] | order(geo::distance($here, at))._id'
    const sorted = await client.fetch(order, params)
    expect(sorted).toEqual([own('stockholm'), own('oslo'), own('nowhere')])
  })

  it('measures meters', async () => {
    const meters = await ask('geo::distance(geo::latLng(59.9, 10.7), geo::latLng(59.3, 18))')
    expect(meters).toBeGreaterThan(415_000)
    expect(meters).toBeLessThan(418_000)
  })

  it('compares lines and areas', async () => {
    const inside = line([10.2, 59.2], [10.8, 59.8])
    const through = line([9, 59.5], [12, 59.5])
    const params = { area: AREA, inside, through, far: line([1, 1], [2, 2]) }
    expect(await ask('geo::contains($area, $inside)', params)).toBe(true)
    expect(await ask('geo::contains($area, $through)', params)).toBe(false)
    expect(await ask('geo::intersects($area, $through)', params)).toBe(true)
    expect(await ask('geo::intersects($through, $inside)', params)).toBe(true)
    expect(await ask('geo::intersects($area, $far)', params)).toBe(false)
  })

  it('returns GeoJSON, or null for an invalid geometry', async () => {
    const point = { type: 'Point', coordinates: [10, 59] }
    expect(await ask('geo({"lat": 59, "lng": 10, "alt": 3})')).toEqual(point)
    expect(await ask('global::geo(geo::latLng(59, 10))')).toEqual(point)
    expect(await ask('"geo(" + string(geo($a) == null)', { a: { lat: 59 } })).toBe('geo(true')
    const crossing = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
    }
    expect(await ask('geo($crossing)', { crossing })).toBeNull()
    expect(await ask('geo::contains($crossing, geo::latLng(0, 0))', { crossing })).toBeNull()
  })
})

it('follows references and ids with documents::get()', async () => {
  const params = { to: { _ref: own('oslo') }, global: `dataset:a.b:${own('oslo')}` }
  expect(await ask('documents::get($to).at.lat', params)).toBe(59.913889)
  expect(await ask('documents::get($global)._id', params)).toBe(own('oslo'))
})

it('counts null as one value of array::unique()', async () => {
  expect(await ask('array::unique([1, null, "1", 1, null])')).toEqual([1, null, '1'])
})
