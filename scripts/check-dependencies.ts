import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * Asks npm whether what Ringback ships has grown old: `npm run check:dependencies`, for a weekly job (tests/security/README.md#B12). The
 * only thing in this repository that looks for newer versions; nothing that is shipped does.
 */
export interface Ages {
  /** What `package.json` asks for. */
  readonly electron: string
  /** The newest release of Electron. */
  readonly newest: string
  /** Known faults in what is shipped, by how bad they are. */
  readonly faults: Readonly<Record<string, number>>
}

const BAD = ['high', 'critical']

/** What is too old or has a known fault, each with the way out. */
export function findOld({ electron, newest, faults }: Ages): string[] {
  const found: string[] = []
  if (!/^\d+\.\d+\.\d+$/.test(electron)) found.push(`Electron is "${electron}" in package.json. Name one version.`)
  const behind = Number.parseInt(newest, 10) - Number.parseInt(electron, 10)
  // The three newest majors are supported; one behind leaves time to move.
  if (behind > 1) found.push(`Electron ${electron} is ${behind} majors behind ${newest}. Move to a newer one.`)
  for (const severity of BAD)
    if ((faults[severity] ?? 0) > 0)
      found.push(`${faults[severity]} dependencies have faults that are ${severity}. See npm audit --omit=dev.`)
  return found
}

async function ask(...args: string[]): Promise<string> {
  // npm audit ends with 1 when it finds something, and says what all the same.
  const run = promisify(execFile)('npm', args, { shell: process.platform === 'win32' })
  return run.then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => {
      if (error.stdout) return error.stdout
      throw error
    },
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const audit = JSON.parse(await ask('audit', '--omit=dev', '--json'))
  if (audit.metadata === undefined) throw new Error(`npm audit has no answer: ${audit.message}. Ask another registry.`)
  const newest = JSON.parse(await ask('view', 'electron', 'dist-tags.latest', '--json')) as string
  const { electron } = manifest.devDependencies
  const found = findOld({ electron, newest, faults: audit.metadata.vulnerabilities })
  for (const text of found) console.error(text)
  if (found.length === 0) console.log(`Electron ${electron} (newest ${newest}), and no known faults that are high.`)
  process.exitCode = found.length === 0 ? 0 : 1
}
