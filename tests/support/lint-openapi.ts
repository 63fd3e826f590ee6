import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { OpenApiDocument } from '../../server/contract/openapi.ts'

const run = promisify(execFile)

interface LintReport {
  totals: { errors: number; warnings: number }
  problems: { ruleId: string; message: string }[]
}

/** Redocly's recommended rules; neither telemetry nor the look for updates may dial out. */
export async function lintOpenApi(document: OpenApiDocument): Promise<LintReport> {
  const folder = await mkdtemp(join(tmpdir(), 'ringback-openapi-'))
  const file = join(folder, 'openapi.json')
  const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')
  await writeFile(file, JSON.stringify(document))
  try {
    const { stdout } = await run(
      process.execPath,
      [cli, 'lint', file, '--extends', 'recommended', '--format', 'json', '--max-problems', '1000'],
      { cwd: folder, env: { PATH: '', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    ).catch((error: { stdout: string; stderr: string }) => {
      if (!error.stdout) throw error
      return error
    })
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true })
  }
}
