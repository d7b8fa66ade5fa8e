import { describe, expect, it } from 'vitest'
import { studioPolicy } from './policy.ts'
import { pageFor } from './studio.ts'

describe('the policy of the Studio', () => {
  it('allows no other host with embedded content', () => {
    const policy = studioPolicy(undefined)
    expect(policy).not.toMatch(/https?:|wss?:|\*/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self'(;|$)/)
  })

  it('allows the hosts of a hosted project', () => {
    const policy = studioPolicy('a1b2c3d4')
    expect(policy).toMatch(/connect-src 'self' https:\/\/a1b2c3d4\.api\.sanity\.io wss:/)
    expect(policy).toMatch(/script-src 'self'(;|$)/)
    expect(policy).not.toContain('*')
  })
})

describe('the page of the Studio', () => {
  const page = '<body><div id="studio"></div></body>'

  it('contains the dataset of the embedded lake', () => {
    expect(pageFor({ SANITY_PROJECT_ID: undefined, SANITY_DATASET: 'staging' }, page)).toBe(
      '<body><div id="studio" data-dataset="staging"></div></body>',
    )
  })

  it('contains the id and dataset of a hosted project', () => {
    expect(pageFor({ SANITY_PROJECT_ID: 'a1b2c3d4', SANITY_DATASET: 'production' }, page)).toBe(
      '<body><div id="studio" data-project-id="a1b2c3d4" data-dataset="production"></div></body>',
    )
  })
})
