import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SignatureSnippet, SnippetLanguage } from '../../../server/workshop/signature-snippets.ts'

interface Runner {
  /** A command that succeeds where the language can be run. */
  readonly probe: readonly [command: string, ...args: string[]]
  readonly driver: string
  /** What stands in the folder beside the driver, by file name; by default the snippet as it is shown. */
  readonly files?: (code: string, driver: string) => Record<string, string>
  readonly run: readonly [command: string, ...args: string[]]
}

/** How a snippet is run with each interpreter. C# is missing: its code is shown, but nothing here runs it. */
export const RUNNERS = {
  node: {
    probe: [process.execPath, '--version'],
    driver: 'driver-node.mjs',
    run: [process.execPath, 'driver-node.mjs'],
  },
  python: { probe: ['python3', '--version'], driver: 'driver-python.py', run: ['python3', 'driver-python.py'] },
  php: { probe: ['php', '--version'], driver: 'driver-php.php', run: ['php', 'driver-php.php'] },
  ruby: { probe: ['ruby', '-e', 'require "openssl"'], driver: 'driver-ruby.rb', run: ['ruby', 'driver-ruby.rb'] },
  go: {
    probe: ['go', 'version'],
    driver: 'driver-go.go',
    files: code => ({ 'genuine.go': code.replace(/^package \w+/, 'package main') }),
    run: ['go', 'run', 'driver-go.go', 'genuine.go'],
  },
  java: {
    // Only a JDK runs a source file; a bare runtime has no compiler.
    probe: ['java', '--add-modules', 'jdk.compiler', '--version'],
    driver: 'driver-java.java',
    // A source file that is run as it stands begins with the class that has main, and imports come before any class.
    files: (code, driver) => {
      const [imports, rest] = code.split(/\n(?=final class)/)
      return { 'Driver.java': `${imports}\n${driver}\n${rest}` }
    },
    run: ['java', 'Driver.java'],
  },
  perl: { probe: ['perl', '-MDigest::SHA', '-e', '1'], driver: 'driver-perl.pl', run: ['perl', 'driver-perl.pl'] },
} as const satisfies Partial<Record<SnippetLanguage, Runner>>
export type RunnableLanguage = keyof typeof RUNNERS

interface SnippetCase {
  readonly secret: string
  readonly header: string
  readonly body: Buffer
}

export function isRunnable(language: RunnableLanguage): boolean {
  const [command, ...args] = RUNNERS[language].probe
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** What the snippet answers to each case. Throws with the interpreter's own words when it does not run to its end. */
export function runSnippet(
  language: RunnableLanguage,
  snippet: SignatureSnippet,
  cases: readonly SnippetCase[],
): boolean[] {
  const runner: Runner = RUNNERS[language]
  const driver = readFileSync(new URL(`drivers/${runner.driver}`, import.meta.url), 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'ringback-snippet-'))
  try {
    const files = runner.files?.(snippet.code, driver) ?? { [snippet.file_name]: snippet.code }
    for (const [name, text] of Object.entries({ [runner.driver]: driver, ...files }))
      writeFileSync(join(folder, name), text)
    const [command, ...args] = runner.run
    const result = spawnSync(command, args, {
      cwd: folder,
      input: cases.map(lineOf).join('\n'),
      encoding: 'utf8',
      env: { ...process.env, GO111MODULE: 'off', GOFLAGS: '', GOTOOLCHAIN: 'local' },
    })
    if (result.status !== 0) throw new Error(`${command} ended with ${result.status}: ${result.stderr || result.error}`)
    return result.stdout
      .trim()
      .split('\n')
      .map(line => line.trim() === 'true')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Three fields in base64, each behind a mark, so that an empty one is still seen. */
function lineOf({ secret, header, body }: SnippetCase): string {
  return [Buffer.from(secret), Buffer.from(header), body].map(field => `=${field.toString('base64')}`).join(' ')
}
