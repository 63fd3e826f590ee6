import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { der } from './der.ts'

/** Certificates for receivers of tests, made on the spot: no files, no tool to install, and no date that runs out. */
export interface Identity {
  /** PEM. */
  key: string
  /** PEM; below an authority of its own it is the leaf only. */
  cert: string
}
export interface Authority {
  /** PEM of the CA's own certificate: what `--ca` takes. */
  cert: string
  issue(request?: CertificateRequest): Identity
}
interface CertificateRequest {
  /** DNS names and IP addresses that the certificate is for. */
  names?: readonly string[]
  validFrom?: string
  validTo?: string
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1']
const VALID_FROM = '2020-01-01T00:00:00Z'
const VALID_TO = '2099-12-31T23:59:59Z'

const OID = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
} as const
const SIGNATURE_ALGORITHM = der.sequence(der.objectId(OID.ecdsaWithSha256))

/** A CA of its own, with a new key. */
export function createAuthority(name = 'Ringback test CA'): Authority {
  const keys = newKeys()
  const cert = certificate({ subject: name, issuer: name, keys, signer: keys, isAuthority: true })
  let issued = 0
  return {
    cert,
    issue(request = {}) {
      issued += 1
      const leaf = newKeys()
      const subject = `${name} leaf ${issued}`
      return {
        key: pemOf(leaf.privateKey),
        cert: certificate({ ...request, subject, issuer: name, keys: leaf, signer: keys, isAuthority: false }),
      }
    },
  }
}

/** A certificate that only vouches for itself. */
export function selfSigned(request: CertificateRequest = {}): Identity {
  const keys = newKeys()
  const name = 'Self-signed receiver'
  return {
    key: pemOf(keys.privateKey),
    cert: certificate({ ...request, subject: name, issuer: name, keys, signer: keys, isAuthority: false }),
  }
}

interface Keys {
  publicKey: KeyObject
  privateKey: KeyObject
}
interface Certificate extends CertificateRequest {
  subject: string
  issuer: string
  keys: Keys
  signer: Keys
  isAuthority: boolean
}

function newKeys(): Keys {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function certificate({ names = LOOPBACK_NAMES, validFrom = VALID_FROM, validTo = VALID_TO, ...wanted }: Certificate) {
  const usage = wanted.isAuthority ? Buffer.from([0b0000_0110]) : Buffer.from([0b1000_0000])
  const extensions = [
    extension(OID.basicConstraints, wanted.isAuthority ? der.sequence(der.boolean(true)) : der.sequence()),
    extension(OID.keyUsage, der.bitString(usage, { unusedBits: wanted.isAuthority ? 1 : 7 })),
    ...(wanted.isAuthority ? [] : [extension(OID.subjectAltName, der.sequence(...names.map(alternativeName)))]),
  ]
  const publicKey = createPublicKey(wanted.keys.privateKey).export({ type: 'spki', format: 'der' })
  const serial = Buffer.concat([Buffer.from([1]), publicKey.subarray(-8)])
  const content = der.sequence(
    der.context(0, der.integer(Buffer.from([2])), { constructed: true }),
    der.integer(serial),
    SIGNATURE_ALGORITHM,
    distinguishedName(wanted.issuer),
    der.sequence(der.time(new Date(validFrom)), der.time(new Date(validTo))),
    distinguishedName(wanted.subject),
    publicKey,
    der.context(3, der.sequence(...extensions), { constructed: true }),
  )
  const signature = sign('sha256', content, wanted.signer.privateKey)
  return pem('CERTIFICATE', der.sequence(content, SIGNATURE_ALGORITHM, der.bitString(signature)))
}

function extension(id: string, value: Buffer): Buffer {
  return der.sequence(der.objectId(id), der.octetString(value))
}

function distinguishedName(commonName: string): Buffer {
  return der.sequence(der.set(der.sequence(der.objectId(OID.commonName), der.utf8(commonName))))
}

function alternativeName(name: string): Buffer {
  if (isIPv4(name)) return der.context(7, Buffer.from(name.split('.').map(Number)), { constructed: false })
  if (isIPv6(name)) return der.context(7, ipv6Bytes(name), { constructed: false })
  return der.context(2, Buffer.from(name), { constructed: false })
}

function ipv6Bytes(address: string): Buffer {
  const [left = [], right = []] = address.split('::').map(half => half.split(':').filter(group => group !== ''))
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  return Buffer.from(groups.map(group => group.padStart(4, '0')).join(''), 'hex')
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function pem(label: string, content: Buffer): string {
  return `-----BEGIN ${label}-----\n${content.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`
}
