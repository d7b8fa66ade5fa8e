import { createHash } from 'node:crypto'
import type { Package } from './packages.ts'

/**
 * Returns the bill of materials of a release in the format of CycloneDX 1.6. It lists each package that the release
 * contains as files or in bundles.
 *
 * @param version the version of the release
 * @param time the time of the commit, in ISO 8601
 */
export function billOfMaterials(
  version: string,
  time: string,
  packages: readonly Package[],
): object {
  const components = packages.map(componentOf)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, time, components]))}`,
    version: 1,
    metadata: {
      timestamp: time,
      component: { type: 'application', 'bom-ref': `halvi@${version}`, name: 'halvi', version },
    },
    components,
  }
}

function componentOf({ name, version, folder, license, integrity }: Package) {
  const [scope, bare] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const [algorithm = '', hash = ''] = integrity.split(/-(.*)/s)
  return {
    type: 'library',
    'bom-ref': folder,
    ...(scope && { group: scope }),
    name: bare,
    version,
    hashes: [
      {
        alg: algorithm.replace(/^sha/, 'SHA-'),
        content: Buffer.from(hash, 'base64').toString('hex'),
      },
    ],
    ...(license && { licenses: [{ expression: license }] }),
    purl: `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${bare}@${version}`,
  }
}

/** Returns a UUID derived from a text: the same text gives the same UUID (version 8 of RFC 9562). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
