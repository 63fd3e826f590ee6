import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SIGNATURE_VECTORS } from '../../tests/support/signature/vectors.ts'
import type { SignatureExplanation } from '../contract/signature-steps.ts'
import { explainSignature } from './explain-signature.ts'

test.each(SIGNATURE_VECTORS)(
  '$name: the explanation shows the exact bytes, and its steps lead to the header',
  vector => {
    const explained: SignatureExplanation = explainSignature({ delivery_id: 'd-1', ...vector })
    expect(Buffer.from(explained.signed_bytes.hex, 'hex').equals(vector.body)).toBe(true)
    expect(explained.signed_bytes.length).toBe(vector.body.length)
    expect(explained.header).toBe(vector.header)
    expect(explained).toMatchObject({ delivery_id: 'd-1', secret: vector.secret })
    const values = explained.steps.map(({ value }) => value)
    expect(values.slice(0, 4)).toEqual([
      vector.secret,
      vector.body.toString('utf8'),
      explained.digest_hex,
      `sha256=${explained.digest_hex}`,
    ])
  },
)

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const how = hasOpenssl ? 'run here' : 'only read here, since openssl is not installed'

test(`the command line that it offers gives the same digest, whatever is in the secret (${how})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-explain-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const body = Buffer.from('{"a":"\u0000 電話 📞"}')
  writeFileSync(join(folder, 'body.bin'), body)
  const QUOTED = {
    whsec_plain: "'whsec_plain'",
    'whsec_it\'s $HOME `x` "q"': `'whsec_it'\\''s $HOME \`x\` "q"'`,
  }
  for (const [secret, quoted] of Object.entries(QUOTED)) {
    const { steps, digest_hex } = explainSignature({ delivery_id: 'd-1', secret, body })
    const command = steps.at(-1)!.value
    expect(command).toBe(`openssl dgst -sha256 -hmac ${quoted} body.bin`)
    if (!hasOpenssl) continue
    const printed = execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
    expect(printed.trim().split(' ').at(-1)).toBe(digest_hex)
  }
})
