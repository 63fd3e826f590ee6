import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../server/contract/openapi.ts'
import { tried } from '../package/promised-versions.ts'
import { run } from '../package/run.ts'

const RECEIVER = `import type { components, paths } from './contract.d.ts'

type Event = components['schemas']['CallCompletedEvent'] | components['schemas']['CallMissedEvent'] | components['schemas']['WebhookTestEvent']

export function take(event: Event): string {
  if (event.event === 'call.completed') return \`\${event.data.call_id} took \${event.data.duration_seconds ?? 0} s\`
  if (event.event === 'call.missed') return event.external_id ?? event.data.phone_number
  const nobody: 'webhook.test' = event.event
  return nobody
}

export type Registered = paths['/webhooks']['post']['responses'][201]['content']['application/json']
`
const WRONG = RECEIVER.replace("event.event === 'call.completed'", "event.event === 'call.complete'")

test('openapi-typescript gives a receiver the types of its events, under --strict', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ringback-types-'))
  try {
    const file = path.join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(openApiDocument()))
    await run(process.execPath, [
      tried('openapi-typescript/bin/cli.js'),
      file,
      '-o',
      path.join(folder, 'contract.d.ts'),
    ])
    const check = async (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text)
      const flags = [
        '--strict',
        '--noEmit',
        // Types of this project would be checked as well.
        '--typeRoots',
        folder,
        '--target',
        'es2022',
        '--module',
        'nodenext',
        '--allowImportingTsExtensions',
      ]
      const tsc = tried('typescript/bin/tsc')
      return run(process.execPath, [tsc, ...flags, path.join(folder, name)]).then(
        () => 'fits',
        ({ stdout }) => String(stdout),
      )
    }
    expect(await check('receiver.ts', RECEIVER)).toBe('fits')
    expect(await check('wrong.ts', WRONG)).toContain('no overlap')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
