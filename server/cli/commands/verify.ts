import type { Command } from 'commander'
import { diagnoseSignature, type SignatureCheckResult } from '../../index.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { printer } from '../output.ts'
import { readBody } from '../read-body.ts'
import { addTargetFlags, connect, type ExitWith, type TargetFlags, withExamples } from '../target.ts'

interface Flags extends TargetFlags {
  secret: string
  header: string
  body?: string
}

/** Needs no emulator. If one is named, the secrets of its other webhooks are tried too. */
export function configure(command: Command, exitWith: ExitWith): void {
  command
    .argument('[file]', 'file with the raw body as received (default: standard input)')
    .requiredOption('--secret <secret>', 'the whole secret of the webhook, including whsec_')
    .requiredOption('--header <value>', 'value of X-Service-Signature')
    .option('--body <text>', 'the body as text instead of a file')
  addTargetFlags(command)
  withExamples(command, `ringback verify --secret whsec_… --header sha256=… body.json`).action(
    async (file: string | undefined) => {
      const flags = command.opts<Flags>()
      const body = await readBody({ file, text: flags.body })
      const result = await check(flags, body)
      printer(flags.json === true)(result, () => explain(result))
      const verdict: ExitCode = result.valid ? EXIT.done : EXIT.verdict
      exitWith(verdict)
    },
  )
}

async function check(flags: Flags, body: Buffer): Promise<SignatureCheckResult> {
  const { secret, header } = flags
  if (!flags.url && !flags.world && !process.env.RINGBACK_URL) {
    return diagnoseSignature({ secret, header, body })
  }
  await using emulator = await connect(flags)
  const world = await emulator.openWorld(flags.world ?? 'default')
  // Awaited here, because the connection ends with this block.
  return await world.client.send('POST', ['signature', 'check'], {
    secret,
    header,
    body_base64: body.toString('base64'),
  })
}

function explain({ valid, expected, mistakes }: SignatureCheckResult): string {
  if (valid) return 'The signature is valid: it was made from exactly these bytes with this secret.'
  const found = mistakes.map(({ id, title, fix }) => `${title} (${id}).\n  ${fix}`)
  return ['The signature is invalid.', ...found, `Expected: ${expected}`].join('\n')
}
