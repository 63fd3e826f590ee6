import type { Command } from 'commander'
import { signBody } from '../../index.ts'
import { printer } from '../output.ts'
import { readBody } from '../read-body.ts'
import { withExamples } from '../target.ts'

export function configure(command: Command): void {
  command
    .argument('[file]', 'file with the raw body (default: standard input)')
    .requiredOption('--secret <secret>', 'the whole secret of the webhook, including whsec_')
    .option('--body <text>', 'the body as text instead of a file')
    .option('--json', 'print one line of JSON to stdout')
  withExamples(
    command,
    `ringback sign --secret whsec_… --body '{"event":"webhook.test"}'`,
    'ringback sign --secret whsec_… body.json',
  ).action(async (file: string | undefined) => {
    const { secret, body, json } = command.opts<{ secret: string; body?: string; json?: boolean }>()
    const header = signBody({ secret, body: await readBody({ file, text: body }) })
    printer(json === true)({ header }, header)
  })
}
