import vectors from './vectors.golden.json' with { type: 'json' }

interface SignatureVector {
  readonly name: string
  readonly secret: string
  readonly body: Buffer
  readonly header: string
}

/** Signatures computed outside this project, by `openssl dgst -sha256 -hmac`. */
export const SIGNATURE_VECTORS: readonly SignatureVector[] = vectors.map(({ body_base64, ...vector }) => ({
  ...vector,
  body: Buffer.from(body_base64, 'base64'),
}))

/** Headers that do not belong to the vector's bytes, though each looks close to the one that does. */
export function wrongHeaders({ header }: SignatureVector): readonly string[] {
  const hex = header.slice('sha256='.length)
  const first = hex.startsWith('0') ? '1' : '0'
  return [
    '',
    'sha256=',
    hex,
    `sha256=${hex.toUpperCase()}`,
    `SHA256=${hex}`,
    `sha256=${first}${hex.slice(1)}`,
    `sha256=${hex.slice(0, -1)}`,
    `sha256=${hex}0`,
    ` ${header}`,
    `${header} `,
    `sha256=${Buffer.from(hex, 'hex').toString('base64')}`,
    `sha256=${'0'.repeat(64)}`,
    `sha256=${'\u00e9'.repeat(32)}`,
    `sha1=${hex}`,
  ]
}
